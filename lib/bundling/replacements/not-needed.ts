/**
 * Takes the place of parts of the SDK inside bundles, 6 KB of each client: a rate limiter that only adaptive retries use (ours are the
 * standard ones), and SHA-256 in JavaScript for a Node without its own.
 */
function notNeeded(): never {
  throw new Error('This part of the SDK is not in the bundles of the functions.');
}

export { notNeeded as DefaultRateLimiter, notNeeded as Sha256Js };
