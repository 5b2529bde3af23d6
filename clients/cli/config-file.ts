import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../input-error.ts';
import { foldersUpFrom } from '../paths.ts';
import { readJsonObject } from '../read-text-file.ts';
import { makeFolderFor, writeWholeFile } from '../write-whole-file.ts';
import type { FeaturePath } from '../api/feature-path.ts';

/** The nearest `.dezycro/<name>` in this folder or one above it. */
export const nearestFile = (name: string): string | undefined =>
  foldersUpFrom(process.cwd())
    .map((folder) => join(folder, '.dezycro', name))
    .find((path) => existsSync(path));

/** Where a lock file is kept: where one lies already, else beside the configuration, else in `.dezycro` of this folder. */
export const lockPath = (name: string): string => {
  const config = nearestFile('config.json');
  return nearestFile(name) ?? join(config ? dirname(config) : join(process.cwd(), '.dezycro'), name);
};

/** The feature that this checkout is about, from `.dezycro/config.json`: names no service and holds no secret, so it can be committed. */
export const readConfig = async (): Promise<{ path?: string; config?: FeaturePath; tenantId?: string }> => {
  const path = nearestFile('config.json');
  if (path === undefined) return {};
  const { tenantId, workspaceId, projectId, featureId } = await readJsonObject(path, 'the configuration');
  // Those of before verifiers named their tenant have no tenantId.
  if ([tenantId ?? '', workspaceId, projectId, featureId].every((id) => typeof id === 'string')) {
    const config = { workspaceId, projectId, featureId } as FeaturePath;
    return { path, config, ...(typeof tenantId === 'string' ? { tenantId } : {}) };
  }
  throw new InputError('FILE_INVALID', `${path} does not name a feature.`, 'Remove it, and publish with --feature.');
};

/**
 * Remembers the feature in this folder, unless this folder or one above it remembers one; answers where it did. The tenant is asked for
 * only then.
 */
export const rememberFeature = async (
  { workspaceId, projectId, featureId }: FeaturePath,
  askTenantId: () => Promise<string>,
): Promise<string | undefined> => {
  if (nearestFile('config.json') !== undefined) return undefined;
  const path = join(process.cwd(), '.dezycro', 'config.json');
  await makeFolderFor(path);
  const config = { tenantId: await askTenantId(), workspaceId, projectId, featureId };
  await writeWholeFile(path, `${JSON.stringify(config, null, 2)}\n`, { option: 'the configuration' });
  return path;
};
