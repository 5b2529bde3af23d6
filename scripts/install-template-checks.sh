#!/usr/bin/env bash
# Installs cfn-lint and checkov, which check the CloudFormation templates, into the git-ignored .oracles folder. Needs Python 3.10 or newer with venv.
set -euo pipefail
python="${1:-python3}"
root="$(cd "$(dirname "$0")/.." && pwd)/.oracles"
for package in cfn-lint==1.58.0 checkov==3.3.30; do
  name="${package%%==*}"
  target="$root/$name"
  if [ "$("$target/bin/pip" show "$name" 2>/dev/null | sed -n 's/^Version: //p')" = "${package##*==}" ]; then continue; fi
  rm -rf "$target"
  "$python" -m venv "$target"
  "$target/bin/pip" install --quiet --disable-pip-version-check "$package"
done
