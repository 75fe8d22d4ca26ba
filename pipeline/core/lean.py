"""pydantic without what content never needs, because a check spends half of its start on it. Import this before it.

Whatever is postponed here comes by itself when it is asked for.
"""

from __future__ import annotations

from pipeline.core.later import postpone

# It looks for plug-ins with the first model, which `check` has switched off; a sixth of its start.
postpone("importlib.metadata", "entry_points")
# It is there for a type of payment cards, and brings OpenSSL and a generator of random numbers along.
postpone("secrets")
