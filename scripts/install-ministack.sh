#!/usr/bin/env bash
# Installs the AWS emulator that `npm run test:aws` deploys to into the git-ignored .oracles folder. Needs Python 3.10 or newer with venv.
set -euo pipefail
python="${1:-python3}"
target="$(cd "$(dirname "$0")/.." && pwd)/.oracles/ministack"
version=1.5.33
if [ "$("$target/bin/pip" show ministack 2>/dev/null | sed -n 's/^Version: //p')" = "$version" ]; then exit 0; fi
rm -rf "$target"
"$python" -m venv "$target"
"$target/bin/pip" install --quiet --disable-pip-version-check "ministack==$version" cryptography
