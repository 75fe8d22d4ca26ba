#!/bin/sh
# Set up everything that `make build` and `make test` need, on a fresh Debian machine too.
# Asks nothing; installs system packages only when something is missing. Arguments: build | test
set -eu
cd "$(dirname "$0")/.."
want=${1:-build}
venv=.venv
missing=""

say() { printf 'setup: %s\n' "$*"; }

need() { # command, Debian packages that provide it
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}

need python3 "python3 python3-venv"
if command -v python3 >/dev/null 2>&1 && ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    missing="$missing python3-venv"
fi
# WeasyPrint draws text with Pango and cuts fonts with HarfBuzz.
libraries=$(ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null || true)
for pair in libpango-1.0.so.0:libpango-1.0-0 libpangoft2-1.0.so.0:libpangoft2-1.0-0 \
    libharfbuzz-subset.so.0:libharfbuzz-subset0; do
    case $libraries in *"${pair%%:*}"*) ;; *) missing="$missing ${pair#*:}" ;; esac
done
if [ "$want" = test ]; then
    need git git
    need node "nodejs"
    need npm "npm"
    need pdftoppm "poppler-utils" # and pdftotext
    # The tests of the site drive a real browser: about 400 MB on the disk, and only where there is none.
    if [ ! -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
        say "the tests of the site need Chromium (about 400 MB); CHROMIUM=/path/to/one uses another"
        missing="$missing chromium"
    fi
    need gs ghostscript # separations, letters as shapes; livret itself can do without
    need qpdf qpdf
fi

if [ -n "$missing" ]; then
    if ! command -v apt-get >/dev/null 2>&1; then
        say "apt-get is missing; please install by hand:$missing"
        exit 1
    fi
    root=""
    if [ "$(id -u)" != 0 ]; then
        root="sudo -n" # never wait for a password
        if ! $root true 2>/dev/null; then
            say "system packages are missing, and only root may install them. As root, please run:"
            say "    apt-get update && apt-get install -y --no-install-recommends$missing"
            exit 1
        fi
    fi
    say "installing system packages:$missing"
    $root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    # shellcheck disable=SC2086 # a list of packages
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 $missing >/dev/null
fi

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    say "Python 3.11 or later is needed; this is $(python3 --version)"
    exit 1
}

stamp="$venv/.ready"
wanted=$(cat requirements-dev.txt pyproject.toml tools/setup.sh | cksum)
if [ ! -x "$venv/bin/livret" ] || [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    say "creating $venv and installing the pinned packages"
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --upgrade pip
    "$venv/bin/python" -m pip install --quiet -r requirements-dev.txt
    "$venv/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable .
    printf '%s\n' "$wanted" >"$stamp"
fi

# Where Python may not write bytecode beside the source, every start would compile the package again.
"$venv/bin/python" -m compileall -q pipeline

if [ "$want" = test ] && [ -f tests/node/package.json ]; then
    node_stamp=tests/node/node_modules/.ready
    node_wanted=$(cksum <tests/node/package.json)
    if [ "$(cat "$node_stamp" 2>/dev/null)" != "$node_wanted" ]; then
        say "installing the Node packages of the tests"
        npm install --prefix tests/node --no-package-lock --no-audit --no-fund --silent
        printf '%s\n' "$node_wanted" >"$node_stamp"
    fi
fi
say "ready"
