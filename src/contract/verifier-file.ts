/** A verifier's file name (planner and verifier §8). */
export const verifierFilename = (platform: string): string =>
  platform === 'node' ? 'dezycro-verify.mjs' : platform === 'windows-x64' ? 'dezycro-verify.exe' : 'dezycro-verify';

/** The name of a platform's file in a signed statement: `node/dezycro-verify.mjs`. */
export const statedFile = (platform: string): string => `${platform}/${verifierFilename(platform)}`;

/** What a verifier's file is served as. */
export const verifierContentType = (platform: string): string =>
  platform === 'node' ? 'text/javascript; charset=utf-8' : 'application/octet-stream';
