#!/usr/bin/env bash
# Puts Stripe World (PyPI) and a Python in WebAssembly (npm) into .oracles/stripe-world: an oracle of what Stripe does (ORACLES=1).
# Needs pip of any Python 3, to fetch only.
set -euo pipefail
cd "$(dirname "$0")/.."
folder="$PWD/.oracles/stripe-world"
mkdir -p "$folder/unfinished"
cd "$folder/unfinished"
npm pack --silent pyodide@314.0.7 >/dev/null
tar xzf pyodide-314.0.7.tgz
fetch() { pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --python-version 3.14 -d wheels "$@"; }
fetch --platform pyemscripten_2026_0_wasm32 apsw==3.54.1.0 pydantic-core==2.50.5
fetch --platform manylinux2014_x86_64 PyYAML==6.0.4
fetch --ignore-requires-python seahaven-stripe-world==0.3.0 seahaven==0.6.0 pydantic==2.14.4 annotated-types==0.8.0 \
  typing-extensions==4.16.0 typing-inspection==0.4.5
rm -rf "$folder/ready"
mv "$folder/unfinished" "$folder/ready"
