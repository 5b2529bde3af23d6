import { join } from 'node:path';
import { getVerifierDownload } from '#contract/endpoints/verifier.ts';
import { verifierFilename } from '#contract/verifier-file.ts';
import { statedSha256, type VerifierStatement } from '#contract/verifier-statement.ts';
import { platform as platformName } from '#contract/schemas/builds.ts';
import type * as z from '#contract/schemas/zod.ts';
import { accessWarnings } from '#verifier/auth/script-access.ts';
import { type Answer, callApi } from '../api/call-api.ts';
import { download } from '../api/download.ts';
import { connectionOf } from '../login/login-file.ts';
import { trustedKey } from '../login/signing-key.ts';
import { checkContent } from '../verifier-file/check-verifier.ts';
import { downloadStatement } from '../verifier-file/download-statement.ts';
import { personasIn } from '../verifier-file/personas-in.ts';
import { writeSealed } from '../verifier-file/seal-file.ts';
import { checkExpected, isFolder } from './checked-verifier.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { noteSeen } from './verifier-lock.ts';
import { withProgress } from './with-progress.ts';

/** `dezycro pull`: the verifier of a feature, checked before a byte of it is written (decision records 14 and 95). */
export const pull: Command<'pull'> = async ({ options: given }, io) => {
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const { keyId, publicKey, isPinned } = await trustedKey(io.env);
  const offered = async (platform: Platform): Promise<Offer> => {
    const answer = await callApi(connection, getVerifierDownload, { path, query: { platform } });
    return { ...answer, platform, ...(await downloadStatement(answer.provenanceUrl, publicKey)) };
  };
  const first = await offered(given.platform ?? 'node');
  const best = given.platform ?? bestOf(first.statement);
  const offer = best === first.platform ? first : await offered(best);
  const { platform, statement, envelope } = offer;
  const allowsOlder = given['allow-older'] ?? false;
  await checkExpected(statement.predicate, { feature: { id: path.featureId, saidBy: 'the request' }, allowsOlder });
  const filename = verifierFilename(platform);
  const out = given.out && isFolder(given.out) ? join(given.out, filename) : (given.out ?? filename);
  const content = await withProgress(`downloading ${out}`, io, (show) => download(offer.url, show));
  checkContent(content, platform, statement);
  await writeSealed(out, content, { platform, envelope, publicKey });
  await noteSeen(statement.predicate, allowsOlder);
  for (const warning of accessWarnings(personasIn(Buffer.from(content)))) io.stderr(`warning: ${warning}\n`);
  if (!isPinned) io.stderr(`the signing key was not known before; pin it: DEZYCRO_SIGNING_KEY=${keyId}\n`);
  const { featureId, buildId, sequence } = statement.predicate;
  const facts = { platform, file: out, sizeBytes: content.length, sha256: offer.sha256, signedBy: keyId, isPinned };
  const shown = { ...facts, featureId, buildId, sequence };
  io.stdout(given.json ? `${JSON.stringify(shown, null, 2)}\n` : `${offer.sha256}  ${out}\n`);
  return 0;
};

type Platform = z.output<typeof platformName>;
type Offer = Answer<typeof getVerifierDownload> & {
  platform: Platform;
  statement: VerifierStatement;
  envelope: unknown;
};

/** What this machine runs by itself where the build has it, else `node`, which every build has. */
const bestOf = (statement: VerifierStatement): Platform => {
  const own = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  return platformName.options.find((each) => each === own && statedSha256(statement, each) !== undefined) ?? 'node';
};
