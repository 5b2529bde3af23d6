#!/usr/bin/env bash
# Builds Stripe's own mock into .oracles/stripe-mock: an oracle that takes or refuses requests (ORACLES=1). Needs Go.
set -euo pipefail
cd "$(dirname "$0")/.."
GOFLAGS=-mod=mod GOBIN="$PWD/.oracles/stripe-mock" go install github.com/stripe/stripe-mock@v0.203.0
