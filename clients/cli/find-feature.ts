import { createFeature, listFeatures } from '#contract/endpoints/features.ts';
import { createProject, listProjects } from '#contract/endpoints/projects.ts';
import { listWorkspaces } from '#contract/endpoints/workspaces.ts';
import { callApi, type Connection } from '../api/call-api.ts';
import type { FeaturePath } from '../api/feature-path.ts';
import { InputError } from '../input-error.ts';
import { readConfig } from './config-file.ts';
import { usageError } from './parse-options.ts';
import { printable } from './printable.ts';

type Names = { workspace?: string; project?: string; feature?: string };
type Item = { id?: string | null; name: string };
type Page = (page: { page: number; size: number }) => Promise<{ data: Item[]; totalElements: number }>;

type Making = { create?: boolean };

/** The project that a command is about, found as `findFeature` finds it. */
export const findProject = async (
  connection: Connection,
  names: Names,
  { create = false }: Making = {},
): Promise<Omit<FeaturePath, 'featureId'>> => {
  const { config } = await readConfig();
  const page = (kind: string, list: Page) => ({ kind, list });
  const workspaces = page('workspace', (query) => callApi(connection, listWorkspaces, { query }));
  const workspaceId = await idOf(workspaces, names.workspace, names.workspace ? undefined : config?.workspaceId);
  const inWorkspace = { workspaceId };
  const projects = page('project', (query) => callApi(connection, listProjects, { path: inWorkspace, query }));
  const projectId = await idOf(
    projects,
    names.project,
    names.workspace || names.project ? undefined : config?.projectId,
    create ? async (name) => callApi(connection, createProject, { path: inWorkspace, body: { name } }) : undefined,
  );
  return { workspaceId, projectId };
};

/**
 * The feature that a command is about: as its options name it, else as `.dezycro/config.json` does, else the only one there is. With
 * `create` a project or feature of that name is made where there is none. Throws InputError for none, several, or what is not there.
 */
export const findFeature = async (
  connection: Connection,
  names: Names,
  { create = false }: Making = {},
): Promise<FeaturePath> => {
  const { config } = await readConfig();
  if (config && !names.workspace && !names.project && !names.feature) return config;
  const inProject = await findProject(connection, names, { create });
  const list: Page = (query) => callApi(connection, listFeatures, { path: inProject, query });
  const featureId = await idOf(
    { kind: 'feature', list },
    names.feature,
    undefined,
    create ? async (name) => callApi(connection, createFeature, { path: inProject, body: { name } }) : undefined,
  );
  return { ...inProject, featureId };
};

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const idOf = async (
  { kind, list }: { kind: string; list: Page },
  given: string | undefined,
  configured: string | undefined,
  make?: (name: string) => Promise<Item>,
): Promise<string> => {
  if (given && isId(given)) return given.toLowerCase();
  if (!given && configured) return configured;
  const all = await listAll(list);
  const found = given === undefined ? all : all.filter(({ name }) => name === given);
  if (found.length === 1) return found[0]!.id!;
  if (found.length === 0 && given !== undefined && make) return (await make(given)).id!;
  throw given === undefined ? unnamed(kind, all) : misnamed(kind, given, all, found.length, make !== undefined);
};

const makingIt = 'dezycro publish SPEC --project NAME --feature NAME --create';

const unnamed = (kind: string, all: Item[]): InputError =>
  all.length === 0
    ? new InputError(
        'NOT_FOUND',
        `There is no ${kind} yet.`,
        kind === 'workspace' ? 'Make one: POST /api/v1/workspaces' : `Make it: ${makingIt}`,
      )
    : usageError(`--${kind} is missing; there are: ${shown(all)}.`, '');

const misnamed = (kind: string, given: string, all: Item[], count: number, canMake: boolean): InputError =>
  count > 1
    ? new InputError('AMBIGUOUS_NAME', `${count} of kind ${kind} are named "${given}".`, `Give the id: --${kind} ID`)
    : new InputError(
        'NOT_FOUND',
        `There is no ${kind} "${given}" that you can see${all.length === 0 ? '' : `; there are: ${shown(all)}`}.`,
        canMake || kind === 'workspace' ? `Check --${kind}.` : `Check --${kind}, or make it: ${makingIt}`,
      );

const mostShown = 10;
const shown = (items: Item[]): string =>
  items
    .slice(0, mostShown)
    .map(({ name }) => `"${printable(name)}"`)
    .join(', ')
    .concat(items.length > mostShown ? ', …' : '');

const listAll = async (list: Page): Promise<Item[]> => {
  const all: Item[] = [];
  for (let page = 1; ; page++) {
    const { data, totalElements } = await list({ page, size: 100 });
    all.push(...data);
    if (data.length === 0 || all.length >= totalElements) return all;
  }
};
