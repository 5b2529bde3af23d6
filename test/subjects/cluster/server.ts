import { isDeepStrictEqual } from 'node:util';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { bodyOf, queryNumber, refuse } from '../request.ts';
import type { Body } from '../request.ts';
import {
  KINDS,
  addNamespace,
  base64s,
  dataOf,
  fail,
  failOn,
  flag,
  gathered,
  metadataOf,
  newCluster,
  newObject,
  nextVersion,
  object,
  reconcile,
  replicasOf,
  seconds,
  selectorOf,
  specOf,
  terminate,
  text,
  wish,
} from './model.ts';
import type { Causes, Cluster, ConfigMap, Deployment, Failure, Kept, Kind, Secret } from './model.ts';

type User = { name: string; namespace?: string };
type Sent = ReturnType<typeof metadataOf>;

const USERS = new Map<string, User>([
  ['Bearer cluster-admin', { name: 'admin' }],
  ['Bearer team-blue-dana', { name: 'dana', namespace: 'team-blue' }],
]);
const PROTECTED = ['default', 'kube-system'];
const REASONS = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [409, 'Conflict'],
  [415, 'UnsupportedMediaType'],
]);
const SECRET_KEYS = new Map([
  ['Opaque', []],
  ['kubernetes.io/tls', ['tls.crt', 'tls.key']],
  ['kubernetes.io/ssh-auth', ['ssh-privatekey']],
]);
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt';
const NAMESPACES = '/api/v1/namespaces';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/:namespace/deployments';
const CONFIG_MAPS = `${NAMESPACES}/:namespace/configmaps`;
const SECRETS = `${NAMESPACES}/:namespace/secrets`;

const caller = (context: Context): User =>
  USERS.get(context.req.header('authorization') ?? '') ?? refuse(401, 'Unauthorized');

function onlyAdmin(context: Context): void {
  const { name, namespace } = caller(context);
  if (namespace !== undefined) refuse(403, `namespaces is forbidden: User "${name}" is not a cluster administrator`);
}

const param = (context: Context, name: 'namespace' | 'name'): string => context.req.param(name) ?? '';
const keyOf = (context: Context) => `${param(context, 'namespace')}/${param(context, 'name')}`;

const pick = <T>(all: Map<string, T>, key: string, kind: Kind): T =>
  all.get(key) ?? failOn(404, 'NotFound', kind, key.slice(key.indexOf('/') + 1), 'not found');

const sentAs = (context: Context, type: string): Promise<Body> => {
  const [given = ''] = (context.req.header('content-type') ?? type).split(';', 1);
  return given.trim().toLowerCase() === type ? bodyOf(context) : refuse(415, `the body must be ${type}`);
};

function mayCreateIn(cluster: Cluster, namespace: string): void {
  const { status } = pick(cluster.namespaces, namespace, 'Namespace');
  if (status.phase !== 'Terminating') return;
  failOn(403, 'Forbidden', 'Namespace', namespace, 'is being terminated: unable to create new content in it');
}

/** Optimistic locking: a change that names a version or a uid is for that one only. */
function mayUpdate(kept: Kept, sent: Sent): void {
  const { name, uid, resourceVersion } = kept.metadata;
  if (sent.name !== '' && sent.name !== name)
    refuse(400, `the name of the object (${sent.name}) does not match the name on the URL (${name})`);
  const isSame = (sent.uid || uid) === uid && (sent.resourceVersion || resourceVersion) === resourceVersion;
  if (!isSame) failOn(409, 'Conflict', kept.kind, name, 'cannot be updated: the object has been modified');
}

function listed(context: Context, cluster: Cluster, kind: Kind, all: Kept[]) {
  const limit = queryNumber(context, 'limit', 500, 1, 500);
  const prefix = `${kind}:${param(context, 'namespace')}:`;
  const written = context.req.query('labelSelector') ?? '';
  const fits = selectorOf(written);
  const given = context.req.query('continue') ?? '';
  const token = given === '' ? prefix : Buffer.from(given, 'base64url').toString();
  if (!token.startsWith(prefix)) refuse(400, 'continue key is not valid');
  const found = all
    .filter(({ metadata }) => metadata.name > token.slice(prefix.length) && fits(metadata.labels))
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  const items = found.slice(0, limit);
  const remaining = found.length - items.length;
  const next = Buffer.from(prefix + items.at(-1)?.metadata.name).toString('base64url');
  const metadata = {
    resourceVersion: String(cluster.version),
    ...(remaining > 0 && { continue: next }),
    ...(remaining > 0 && written === '' && { remainingItemCount: remaining }),
  };
  return { apiVersion: KINDS[kind].apiVersion, kind: `${kind}List`, metadata, items };
}

type Reading<T> = (body: Body, causes: Causes) => T;

/** Adds an object of a namespace: `read` answers what it has beyond its metadata. */
async function created<T>(context: Context, cluster: Cluster, kind: Kind, all: Map<string, Kept<T>>, read: Reading<T>) {
  const namespace = param(context, 'namespace');
  const body = await sentAs(context, 'application/json');
  const causes = gathered();
  const { name, labels, resourceVersion } = metadataOf(body, kind, causes, namespace);
  const rest = read(body, causes);
  if (resourceVersion !== '') refuse(400, 'resourceVersion should not be set on objects to be created');
  mayCreateIn(cluster, namespace);
  causes.refuseIfAny(kind, name);
  const key = `${namespace}/${name}`;
  if (all.has(key)) failOn(409, 'AlreadyExists', kind, name, 'already exists');
  const made = { ...newObject(cluster, kind, name, labels, namespace), ...rest };
  all.set(key, made);
  return made;
}

function deleted(context: Context, kind: Kind, all: Map<string, Kept>) {
  const { metadata } = pick(all, keyOf(context), kind);
  all.delete(keyOf(context));
  return context.json(done(kind, metadata));
}

const done = (kind: Kind, { name, uid }: Kept['metadata']) => {
  const details = { name, kind: KINDS[kind].resource, uid };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
};

function addNamespaces(app: Hono, cluster: Cluster): void {
  app.get(NAMESPACES, (context) => {
    const { namespace: own } = caller(context);
    const seen = [...cluster.namespaces.values()].filter(({ metadata }) => metadata.name === (own ?? metadata.name));
    return context.json(listed(context, cluster, 'Namespace', seen));
  });
  app.post(NAMESPACES, async (context) => {
    onlyAdmin(context);
    const body = await sentAs(context, 'application/json');
    const causes = gathered();
    const { name, labels, resourceVersion } = metadataOf(body, 'Namespace', causes);
    if (resourceVersion !== '') refuse(400, 'resourceVersion should not be set on objects to be created');
    causes.refuseIfAny('Namespace', name);
    if (cluster.namespaces.has(name)) failOn(409, 'AlreadyExists', 'Namespace', name, 'already exists');
    return context.json(addNamespace(cluster, name, labels), 201);
  });
  app.get(`${NAMESPACES}/:namespace`, (context) =>
    context.json(pick(cluster.namespaces, param(context, 'namespace'), 'Namespace')),
  );
  app.delete(`${NAMESPACES}/:namespace`, (context) => {
    onlyAdmin(context);
    const namespace = pick(cluster.namespaces, param(context, 'namespace'), 'Namespace');
    const { metadata, status } = namespace;
    if (PROTECTED.includes(metadata.name))
      failOn(403, 'Forbidden', 'Namespace', metadata.name, 'is forbidden: this namespace may not be deleted');
    if (status.phase === 'Terminating')
      failOn(409, 'Conflict', 'Namespace', metadata.name, 'cannot be deleted: it is being terminated');
    terminate(cluster, namespace);
    return context.json(done('Namespace', metadata), 202);
  });
}

const scaleOf = ({ metadata, spec, status }: Deployment) => {
  const selector = Object.entries(spec.selector.matchLabels).map((pair) => pair.join('='));
  return {
    apiVersion: KINDS.Scale.apiVersion,
    kind: 'Scale',
    metadata,
    spec: { replicas: spec.replicas },
    status: { replicas: status.replicas, selector: selector.join(',') },
  };
};

/** JSON merge patch, RFC 7386. */
const merged = (target: unknown, patch: unknown): unknown => {
  const isObject = (value: unknown): value is Body =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(patch)) return patch;
  const all = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) all.delete(key);
    else all.set(key, merged(all.get(key), value));
  }
  return Object.fromEntries(all);
};

function patched(cluster: Cluster, kept: Deployment, patch: Body): Deployment {
  const body = merged({ metadata: kept.metadata, spec: kept.spec }, patch) as Body;
  const causes = gathered();
  const sent = metadataOf(body, 'Deployment', causes, kept.metadata.namespace);
  const spec = specOf(body, causes);
  mayUpdate(kept, sent);
  if (!isDeepStrictEqual(spec.selector, kept.spec.selector))
    causes.invalid('spec.selector', 'Invalid value: field is immutable');
  causes.refuseIfAny('Deployment', kept.metadata.name);
  if (!isDeepStrictEqual(sent.labels, kept.metadata.labels)) kept.metadata.resourceVersion = nextVersion(cluster);
  kept.metadata.labels = sent.labels;
  if (!isDeepStrictEqual(spec, kept.spec)) wish(cluster, kept, spec);
  return kept;
}

function addDeployments(app: Hono, cluster: Cluster): void {
  const found = (context: Context) => pick(cluster.deployments, keyOf(context), 'Deployment');
  app.get(DEPLOYMENTS, (context) => {
    const within = param(context, 'namespace');
    const all = [...cluster.deployments.values()].filter(({ metadata }) => metadata.namespace === within);
    return context.json(listed(context, cluster, 'Deployment', all));
  });
  app.post(DEPLOYMENTS, async (context) => {
    const made = await created(context, cluster, 'Deployment', cluster.deployments, (body, causes) => {
      const none = { observedGeneration: 0, replicas: 0, updatedReplicas: 0, unavailableReplicas: 0, conditions: [] };
      return { spec: specOf(body, causes), status: none };
    });
    wish(cluster, made, made.spec);
    return context.json(made, 201);
  });
  app.get(`${DEPLOYMENTS}/:name`, (context) => context.json(found(context)));
  app.patch(`${DEPLOYMENTS}/:name`, async (context) => {
    const patch = await sentAs(context, 'application/merge-patch+json');
    return context.json(patched(cluster, found(context), patch));
  });
  app.delete(`${DEPLOYMENTS}/:name`, (context) => deleted(context, 'Deployment', cluster.deployments));
  app.put(`${DEPLOYMENTS}/:name/scale`, async (context) => {
    const body = await sentAs(context, 'application/json');
    const causes = gathered();
    const sent = metadataOf(body, 'Scale', causes, param(context, 'namespace'));
    const replicas = replicasOf(object(body, 'spec'), causes);
    const deployment = found(context);
    mayUpdate(deployment, sent);
    causes.refuseIfAny('Scale', deployment.metadata.name);
    if (replicas !== deployment.spec.replicas) wish(cluster, deployment, { ...deployment.spec, replicas });
    return context.json(scaleOf(deployment));
  });
  app.post(`${DEPLOYMENTS}/:name/restart`, (context) => {
    const deployment = found(context);
    const { spec, metadata } = deployment;
    if (spec.paused) failOn(409, 'Conflict', 'Deployment', metadata.name, 'cannot be restarted: it is paused');
    const restarted = structuredClone(spec);
    restarted.template.metadata.annotations[RESTARTED_AT] = seconds();
    wish(cluster, deployment, restarted);
    return context.json(deployment);
  });
}

function configMapOf(body: Body, causes: Causes) {
  return { data: dataOf(body, 'data', causes), immutable: flag(body, 'immutable') ?? false };
}

function addConfigMaps(app: Hono, cluster: Cluster): void {
  const found = (context: Context) => pick(cluster.configMaps, keyOf(context), 'ConfigMap');
  app.post(CONFIG_MAPS, async (context) =>
    context.json(await created(context, cluster, 'ConfigMap', cluster.configMaps, configMapOf), 201),
  );
  app.get(`${CONFIG_MAPS}/:name`, (context) => context.json(found(context)));
  app.put(`${CONFIG_MAPS}/:name`, async (context) => {
    const body = await sentAs(context, 'application/json');
    const causes = gathered();
    const sent = metadataOf(body, 'ConfigMap', causes, param(context, 'namespace'));
    const { data, immutable } = configMapOf(body, causes);
    const kept: ConfigMap = found(context);
    mayUpdate(kept, sent);
    if (kept.immutable && !(immutable && isDeepStrictEqual(data, kept.data)))
      causes.forbidden('data', 'Forbidden: field is immutable when `immutable` is set');
    causes.refuseIfAny('ConfigMap', kept.metadata.name);
    const before = { labels: kept.metadata.labels, data: kept.data, immutable: kept.immutable };
    if (isDeepStrictEqual(before, { labels: sent.labels, data, immutable })) return context.json(kept);
    Object.assign(kept.metadata, { labels: sent.labels, resourceVersion: nextVersion(cluster) });
    return context.json(Object.assign(kept, { data, immutable }));
  });
  app.delete(`${CONFIG_MAPS}/:name`, (context) => deleted(context, 'ConfigMap', cluster.configMaps));
}

/** What is secret is not kept: nothing reads it. */
function secretOf(body: Body, causes: Causes): Pick<Secret, 'type' | 'keys'> {
  const type = text(body, 'type') ?? 'Opaque';
  const sent = { ...dataOf(body, 'data', causes, base64s), ...dataOf(body, 'stringData', causes) };
  const needed = SECRET_KEYS.get(type);
  if (needed === undefined) causes.invalid('type', `Unsupported value: one of ${[...SECRET_KEYS.keys()].join(', ')}`);
  for (const key of needed ?? []) if (!Object.hasOwn(sent, key)) causes.missing(`data[${key}]`);
  return { type, keys: Object.keys(sent).toSorted() };
}

function addSecrets(app: Hono, cluster: Cluster): void {
  app.post(SECRETS, async (context) =>
    context.json(await created(context, cluster, 'Secret', cluster.secrets, secretOf), 201),
  );
  app.get(`${SECRETS}/:name`, (context) => context.json(pick(cluster.secrets, keyOf(context), 'Secret')));
  app.delete(`${SECRETS}/:name`, (context) => deleted(context, 'Secret', cluster.secrets));
}

function answerStatuses(app: Hono): void {
  const form = (code: number, message: string, failure?: Failure) => {
    const reason = REASONS.get(code) ?? 'InternalError';
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, ...failure, code };
  };
  app.notFound((context) => context.json(form(404, 'the server could not find the requested resource'), 404));
  app.onError((error, context) =>
    error instanceof HTTPException
      ? context.json(form(error.status, error.message, error.cause as Failure | undefined), error.status)
      : context.json(form(500, 'Internal error'), 500),
  );
}

function create(): Hono {
  const cluster = newCluster();
  for (const name of [...PROTECTED, 'team-blue']) addNamespace(cluster, name, {});
  const app = new Hono();
  answerStatuses(app);
  app.use(async (context, next) => {
    caller(context);
    reconcile(cluster);
    await next();
  });
  for (const prefix of ['/api/v1', '/apis/apps/v1'])
    app.use(`${prefix}/namespaces/:namespace/*`, async (context, next) => {
      const [{ name, namespace: own }, asked] = [caller(context), context.req.param('namespace')];
      if (own !== undefined && own !== asked)
        fail(403, 'Forbidden', `User "${name}" has no access to the namespace "${asked}"`, { kind: 'namespaces' });
      await next();
    });
  for (const add of [addNamespaces, addDeployments, addConfigMaps, addSecrets]) add(app, cluster);
  return app;
}

export const cluster = referenceServer(import.meta.dirname, {
  name: 'cluster',
  style:
    'control plane of objects with kind, metadata, spec and status: resource versions, rollouts that take a moment',
  document: 'openapi.yaml',
  personas: [
    { name: 'Admin', description: 'Cluster administrator: may do everything in every namespace.', authType: 'BEARER' },
    { name: 'Dana', description: 'May see and change what is in the namespace team-blue only.', authType: 'BEARER' },
    { name: 'Guest', description: 'Has no token and no access.', authType: 'NONE' },
  ],
  env: { AUTH_ADMIN: '{"token":"cluster-admin"}', AUTH_DANA: '{"token":"team-blue-dana"}' },
  identities: {
    owner: { authorization: 'Bearer cluster-admin' },
    outsider: { authorization: 'Bearer team-blue-dana' },
  },
  create,
});
