/**
 * Takes the place of parts of the SDK inside bundles: what only adaptive retries use (ours are the standard ones), SHA-256 in JavaScript
 * for a Node without its own, how messages of event streams are signed, and the region of a host that is no function.
 */
function notNeeded(): never {
  throw new Error('This part of the SDK is not in the bundles of the functions.');
}

/** Every signer makes one. */
export class HeaderFormatter {
  format = notNeeded;
}

/** The next place is asked. */
export const fromSharedConfigFiles = () => async (): Promise<never> => {
  throw Object.assign(new Error('A function has no files with profiles.'), { tryNextLink: true });
};

export {
  notNeeded as AdaptiveRetryStrategy,
  notNeeded as DefaultRateLimiter,
  notNeeded as getInstanceMetadataRegion,
  notNeeded as Sha256Js,
};
