#!/usr/bin/env bash
# Installs Schemathesis, which tests our own API and which `npm run bench -- detect` compares with, into the git-ignored .oracles folder. Needs Python 3.10 or newer with venv.
set -euo pipefail
python="${1:-python3}"
target="$(cd "$(dirname "$0")/.." && pwd)/.oracles/schemathesis"
version=4.32.5
if [ "$("$target/bin/pip" show schemathesis 2>/dev/null | sed -n 's/^Version: //p')" = "$version" ]; then exit 0; fi
rm -rf "$target"
"$python" -m venv "$target"
"$target/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"
