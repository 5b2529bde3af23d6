import type { Capability } from '#contract/capabilities.ts';
import { registry } from '#contract/endpoints/index.ts';
import { jobs } from '#contract/jobs.ts';
import { tasks } from '#contract/tasks.ts';
import { tableRights, tableRightsOf } from '../../lib/table-rights.ts';

/** One right of a role: `read` or `write` with a family of partitions, or a capability that is no right on the table. */
export type Grant = { role: string; right: string };

/** Done in the process of the function, with no right at all. */
const withoutRight: readonly Capability[] = [
  'verifiers:stamp',
  'models:read',
  'own-models:ask',
  'webhook-targets:check',
  'txt-records:read',
  'webhooks:send',
  'sign-in-pages:show',
];

const rightsOf = (of: Parameters<typeof tableRightsOf>[0]): string[] => {
  const onTable = tableRightsOf(of).flatMap(({ read = [], write = [], append = [], touch }) => [
    ...read.map((family) => `read ${family}`),
    ...[...write, ...append, ...(touch ? [touch.partition] : [])].map((family) => `write ${family}`),
  ]);
  const elsewhere = of.uses.filter((use) => Object.keys(tableRights[use]).length === 0 && !withoutRight.includes(use));
  return [...new Set([...onTable, ...elsewhere])];
};

/** Every right of every role of the service. */
export const grants: readonly Grant[] = [
  ...registry.map((endpoint) => ({ role: endpoint.operationId, of: endpoint as Parameters<typeof tableRightsOf>[0] })),
  ...[...tasks, ...jobs].map((its) => ({ role: its.name, of: its as Parameters<typeof tableRightsOf>[0] })),
].flatMap(({ role, of }) => rightsOf(of).map((right) => ({ role, right })));
