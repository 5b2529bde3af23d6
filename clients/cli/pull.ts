import { join } from 'node:path';
import { getVerifierDownload } from '#contract/endpoints/verifier.ts';
import { findChecksum, verifierFilename } from '#contract/checksums.ts';
import { platform as platformName } from '#contract/schemas/builds.ts';
import type * as z from '#contract/schemas/zod.ts';
import { callApi } from '../api/call-api.ts';
import { download } from '../api/download.ts';
import { connectionOf } from '../login/login-file.ts';
import { trustedKey } from '../login/signing-key.ts';
import { checkVerifier, type Seal } from '../verifier-file/check-verifier.ts';
import { writeSealed } from '../verifier-file/seal-file.ts';
import type { Command } from './command-table.ts';
import { isFolder } from './checked-verifier.ts';
import { findFeature } from './find-feature.ts';
import { withProgress } from './with-progress.ts';

/** `dezycro pull`: the verifier of a feature, checked before a byte of it is written (decision record 14). */
export const pull: Command<'pull'> = async ({ options: given }, io) => {
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const { keyId, publicKey, isPinned } = await trustedKey(io.env);
  const ask = (platform: Platform) => callApi(connection, getVerifierDownload, { path, query: { platform } });
  const ofNode = given.platform === undefined ? await ask('node') : undefined;
  const platform = given.platform ?? bestOf(ofNode!.checksums);
  const offer = ofNode && platform === 'node' ? ofNode : await ask(platform);
  const filename = verifierFilename(platform);
  const out = given.out && isFolder(given.out) ? join(given.out, filename) : (given.out ?? filename);
  const content = await withProgress(`downloading ${out}`, io, (show) => download(offer.url, show));
  const seal: Seal = { platform, checksums: offer.checksums, signature: offer.signature, publicKey };
  checkVerifier(content, seal, publicKey);
  await writeSealed(out, content, seal);
  if (!isPinned) io.stderr(`the signing key was not known before; pin it: DEZYCRO_SIGNING_KEY=${keyId}\n`);
  const facts = { platform, file: out, sizeBytes: content.length, sha256: offer.sha256, signedBy: keyId, isPinned };
  io.stdout(given.json ? `${JSON.stringify(facts, null, 2)}\n` : `${offer.sha256}  ${out}\n`);
  return 0;
};

type Platform = z.output<typeof platformName>;

/** What this machine runs by itself where the build has it, else `node`, which every build has. */
const bestOf = (checksums: string): Platform => {
  const own = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  return platformName.options.find((each) => each === own && findChecksum(checksums, each) !== undefined) ?? 'node';
};
