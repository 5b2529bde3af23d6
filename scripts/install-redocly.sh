#!/usr/bin/env bash
# Installs Redocly CLI, whose Respect runs Arazzo documents, and an engine of RFC 9535, into the git-ignored .oracles folder.
set -euo pipefail
target="$(cd "$(dirname "$0")/.." && pwd)/.oracles/redocly"
mkdir -p "$target"
npm install --prefix "$target" --no-save --no-audit --no-fund --ignore-scripts --silent @redocly/cli@2.77.0 jsonpath-rfc9535@1.3.0
