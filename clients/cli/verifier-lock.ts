import { existsSync } from 'node:fs';
import type { BuildFacts } from '#contract/verifier-statement.ts';
import { InputError } from '../input-error.ts';
import { isRecord, readJsonObject } from '../read-text-file.ts';
import { makeFolderFor, writeWholeFile } from '../write-whole-file.ts';
import { lockPath } from './config-file.ts';

/** A build that was seen in this folder. */
type Seen = { sequence: number; buildId: string };

/**
 * `.dezycro/verifier-lock.json`: the newest build of each feature whose verifier was pulled or run here. Holds no secret.
 */
export const verifierLockPath = (): string => lockPath('verifier-lock.json');

/** The newest build of the feature that was seen here. Throws InputError FILE_INVALID. */
export const newestSeen = async (featureId: string): Promise<Seen | undefined> => (await readLock())[featureId];

/** Notes the build as the newest seen of its feature, unless a newer one was; `goesBack`: even then. Throws InputError FILE_UNWRITABLE. */
export const noteSeen = async ({ featureId, sequence, buildId }: BuildFacts, goesBack = false): Promise<void> => {
  const features = await readLock();
  const before = features[featureId];
  if (before && (before.sequence === sequence || (before.sequence > sequence && !goesBack))) return;
  const path = verifierLockPath();
  await makeFolderFor(path);
  const lock = { version: 1, features: { ...features, [featureId]: { sequence, buildId } } };
  await writeWholeFile(path, `${JSON.stringify(lock, null, 2)}\n`, { option: 'the newest build seen' });
};

const readLock = async (): Promise<Record<string, Seen>> => {
  const path = verifierLockPath();
  if (!existsSync(path)) return {};
  const { version, features } = await readJsonObject(path, 'the newest builds seen');
  if (version === 1 && isRecord(features) && Object.values(features).every(isSeen))
    return features as Record<string, Seen>;
  throw new InputError(
    'FILE_INVALID',
    `${path} is damaged.`,
    'Take it back from version control, or remove it and pull.',
  );
};

const isSeen = (value: unknown): value is Seen =>
  isRecord(value) && Number.isSafeInteger(value['sequence']) && typeof value['buildId'] === 'string';
