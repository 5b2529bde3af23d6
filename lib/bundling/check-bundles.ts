import type { Metafile } from 'esbuild';
import type { Capability } from '#contract/capabilities.ts';
import type { FunctionEntry } from './function-list.ts';

/** The SDK clients that a capability's provider may bundle. */
const clientsOf: Record<Capability, readonly string[]> = {
  'tokens:read': ['dynamodb'],
  'tokens:write': ['dynamodb'],
  'token-policy:read': ['dynamodb'],
  'token-policy:write': ['dynamodb'],
  'users:read': ['dynamodb'],
  'users:create': ['dynamodb'],
  'users:write': ['dynamodb'],
  'users:delete': ['dynamodb'],
  'sign-ins:write': ['dynamodb'],
  'invitations:revoke': ['dynamodb'],
  'invitations:find': ['dynamodb'],
  'invitations:accept': ['dynamodb'],
  'invitations:expire': ['dynamodb'],
  'tenants:close': ['dynamodb'],
  'plans:read': ['dynamodb'],
  'domains:read': ['dynamodb'],
  'domains:add': ['dynamodb'],
  'domains:hold': ['dynamodb'],
  'domains:delete': ['dynamodb'],
  'users:join': ['dynamodb'],
  'links:use': ['dynamodb'],
  'links:read': ['dynamodb'],
  'links:create': ['dynamodb'],
  'links:delete': ['dynamodb'],
  'txt-records:read': [],
  'limits:read': ['dynamodb'],
  'allowance:read': ['dynamodb'],
  'plans:write': ['dynamodb'],
  'billing-cap:write': ['dynamodb'],
  'seats:mark': ['dynamodb'],
  'checkouts:write': ['dynamodb'],
  'answers:keep': ['dynamodb'],
  'payment-customers:read': ['dynamodb'],
  // What speaks to the provider, and reads its key, lies in a file of its own.
  'payments:ask': [],
  // What checks signatures, and reads their secret, lies in a file of its own.
  'payment-events:verify': [],
  'payment-events:publish': ['eventbridge'],
  'audit:read': ['dynamodb'],
  'audit:seal': ['dynamodb'],
  'seals:copy': ['s3'],
  'workspaces:read': ['dynamodb'],
  'workspaces:write': ['dynamodb'],
  'workspaces:delete': ['dynamodb'],
  'notebooks:read': ['dynamodb'],
  'notebooks:write': ['dynamodb'],
  'notebooks:delete': ['dynamodb'],
  'projects:read': ['dynamodb'],
  'projects:write': ['dynamodb'],
  'projects:purge': ['dynamodb'],
  'personas:read': ['dynamodb'],
  'personas:write': ['dynamodb'],
  'persona-secrets:release': ['dynamodb'],
  'features:read': ['dynamodb'],
  'features:locate': ['dynamodb'],
  'features:place': ['dynamodb'],
  'features:write': ['dynamodb'],
  'documents:read': ['dynamodb'],
  'documents:write': ['dynamodb'],
  'cases:read': ['dynamodb'],
  'cases:start': ['dynamodb'],
  'cases:write': ['dynamodb'],
  'builds:read': ['dynamodb'],
  'builds:amend': ['dynamodb'],
  'builds:write': ['dynamodb'],
  'runs:read': ['dynamodb'],
  'results:read': ['dynamodb'],
  'runs:write': ['dynamodb'],
  'runs:expire': ['dynamodb'],
  'workbooks:read': ['dynamodb'],
  'workbooks:write': ['dynamodb'],
  'waivers:read': ['dynamodb'],
  'waivers:write': ['dynamodb'],
  'events:read': ['dynamodb'],
  'waits:hold': ['dynamodb'],
  'events:publish': ['eventbridge'],
  'events:mark': ['dynamodb'],
  'webhooks:read': ['dynamodb'],
  'webhooks:write': ['dynamodb'],
  'webhooks:send': [],
  'webhook-targets:check': [],
  'webhook-secrets:encrypt': ['kms'],
  'webhook-secrets:decrypt': ['kms'],
  'deliveries:read': ['dynamodb'],
  'deliveries:queue': ['dynamodb'],
  'deliveries:write': ['dynamodb'],
  'open-work:read': ['dynamodb'],
  'uploads:read': ['dynamodb'],
  'uploads:write': ['dynamodb'],
  'uploads:sign': ['s3'],
  'uploads:fetch': ['s3'],
  'blobs:read': ['s3'],
  'blobs:write': ['s3'],
  'blobs:sign': ['s3'],
  'blobs:remove': ['s3'],
  'secrets:encrypt': ['kms'],
  'secrets:decrypt': ['kms'],
  'models:read': [],
  // What speaks to a model, and reads its key, lies in a file of its own.
  'models:ask': [],
  'llm-keys:read': ['dynamodb'],
  'llm-keys:write': ['dynamodb'],
  'llm-keys:encrypt': ['kms'],
  'llm-keys:decrypt': ['kms'],
  'own-models:ask': [],
  'sso:read': ['dynamodb'],
  'sso:write': ['dynamodb'],
  'sign-in-pages:show': [],
  // What speaks to the user pool lies in a file of its own.
  'identity-providers:write': [],
  'identity-providers:remove': [],
  'allowance:reserve': ['dynamodb'],
  'allowance:spend': ['dynamodb'],
  'builds:start': ['sfn'],
  'deletions:start': ['sfn'],
  'generations:start': ['sfn'],
  'runners:read': ['s3'],
  'verifiers:stamp': ['s3'],
  'verifiers:sign': ['kms'],
  'signing-key:read': ['kms'],
};

const kilobyte = 1000;
/** Minified bytes by the dearest client inside; a cold start pays for every one of them. */
const budgets = [
  { client: 's3', bytes: 394 * kilobyte },
  { client: 'kms', bytes: 275 * kilobyte },
  { client: 'sfn', bytes: 275 * kilobyte },
  { client: 'eventbridge', bytes: 275 * kilobyte },
];
const smallestBudget = 250 * kilobyte;

/** What is wrong with the bundles, one line each: too large, a client that no capability of the function maps to, or no handler. */
export const findBundleFaults = (metafile: Metafile, functions: readonly FunctionEntry[]): string[] =>
  functions.flatMap((each) => {
    const found = Object.entries(metafile.outputs).find(([path]) => path.endsWith(`/${each.name}/index.mjs`));
    if (!found) return [`${each.name}: was not bundled`];
    const { bytes, exports, inputs } = found[1];
    const clients = clientsIn(Object.keys(inputs));
    const allowed = new Set([
      ...(each.authenticates ? ['dynamodb'] : []),
      ...each.uses.flatMap((use) => clientsOf[use]),
    ]);
    const budget = (budgets.find(({ client }) => clients.includes(client))?.bytes ?? smallestBudget) + each.extraBytes;
    return [
      ...(exports.includes('handler') ? [] : [`${each.name}: ${each.entry} exports no handler`]),
      ...clients
        .filter((client) => !allowed.has(client))
        .map((client) => `${each.name}: bundles @aws-sdk/client-${client}, which none of its capabilities needs`),
      ...(bytes > budget ? [`${each.name}: ${bytes} bytes, over its budget of ${budget}`] : []),
    ];
  });

/** Throws with every fault, so that nothing oversize or overfed is ever deployed. */
export const checkBundles = (metafile: Metafile, functions: readonly FunctionEntry[]): void => {
  const faults = findBundleFaults(metafile, functions);
  if (faults.length > 0) throw new Error(`function bundles:\n${faults.join('\n')}`);
};

const clientsIn = (inputs: readonly string[]): string[] => [
  ...new Set(inputs.flatMap((path) => /node_modules\/@aws-sdk\/client-([a-z0-9-]+)\//.exec(path)?.[1] ?? [])),
];
