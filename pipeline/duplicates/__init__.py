"""The same question asked twice: texts become signatures, an exact index proposes pairs, a judge explains them."""
