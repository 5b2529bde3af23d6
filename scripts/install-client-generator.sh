#!/usr/bin/env bash
# Installs what a customer would generate a TypeScript client of our interface with, into the git-ignored .oracles folder. The generator
# needs the JavaScript API of TypeScript, which TypeScript 7 has not, so it has a TypeScript of its own.
set -euo pipefail
target="$(cd "$(dirname "$0")/.." && pwd)/.oracles/client"
mkdir -p "$target"
npm install --prefix "$target" --no-save --no-audit --no-fund --ignore-scripts --silent openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@24.19.2
