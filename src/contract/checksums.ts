/** A verifier's file name (planner and verifier §8). */
export const verifierFilename = (platform: string): string =>
  platform === 'node' ? 'dezycro-verify.mjs' : platform === 'windows-x64' ? 'dezycro-verify.exe' : 'dezycro-verify';

/** What a verifier's file is served as. */
export const verifierContentType = (platform: string): string =>
  platform === 'node' ? 'text/javascript; charset=utf-8' : 'application/octet-stream';

/**
 * SHA256SUMS of one build, as `sha256sum -c` reads it: a line for each platform's file. Signed as a whole, so one signature binds each
 * file to its platform.
 */
export const writeChecksums = (files: readonly { platform: string; sha256: string }[]): string =>
  files
    .map(({ platform, sha256 }) => `${sha256}  ${platform}/${verifierFilename(platform)}\n`)
    .toSorted()
    .join('');

/** The hash that SHA256SUMS has for a platform's file, in lower-case hex; undefined unless it has exactly one. */
export const findChecksum = (checksums: string, platform: string): string | undefined => {
  const path = `${platform}/${verifierFilename(platform)}`;
  const found = checksums.split('\n').flatMap((line) => {
    const [, sha256, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
    return name === path ? [sha256!] : [];
  });
  return found.length === 1 ? found[0] : undefined;
};
