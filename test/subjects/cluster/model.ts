import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { HTTPException } from 'hono/http-exception';
import { refuse } from '../request.ts';
import type { Body } from '../request.ts';

export type Texts = Record<string, string>;
type Meta = {
  name: string;
  namespace?: string;
  uid: string;
  resourceVersion: string;
  generation?: number;
  creationTimestamp: string;
  deletionTimestamp?: string;
  labels: Texts;
};
export type Kept<Rest = unknown> = { apiVersion: string; kind: Kind; metadata: Meta } & Rest;
export type Namespace = Kept<{ spec: { finalizers: string[] }; status: { phase: 'Active' | 'Terminating' } }>;
export type ConfigMap = Kept<{ data: Texts; immutable: boolean }>;
export type Secret = Kept<{ type: string; keys: string[] }>;
type Container = { name: string; image: string; envFrom: Partial<Record<Reference, { name: string }>>[] };
type Template = { metadata: { labels: Texts; annotations: Texts }; spec: { containers: Container[] } };
type Spec = { replicas: number; paused: boolean; selector: { matchLabels: Texts }; template: Template };
type Condition = { type: string; status: 'True' | 'False' | 'Unknown'; reason: string; message: string };
type Counts = { observedGeneration: number; replicas: number; updatedReplicas: number; unavailableReplicas: number };
export type Deployment = Kept<{ spec: Spec; status: Counts & { conditions: Condition[] } }>;
export type Kind = keyof typeof KINDS;
export type Cluster = ReturnType<typeof newCluster>;
export type Causes = ReturnType<typeof gathered>;
type Reference = 'configMapRef' | 'secretRef';
export type Failure = { reason: string; details?: object };

const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_KEY = /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;
const DATA_KEY = /^[-._a-zA-Z0-9]{1,253}$/;
const MOST_BYTES = 1_048_576;
const ROLLOUT_MS = 400;
const TERMINATION_MS = 250;

export const KINDS = {
  Namespace: { apiVersion: 'v1', resource: 'namespaces', names: LABEL },
  ConfigMap: { apiVersion: 'v1', resource: 'configmaps', names: SUBDOMAIN },
  Secret: { apiVersion: 'v1', resource: 'secrets', names: SUBDOMAIN },
  Deployment: { apiVersion: 'apps/v1', resource: 'deployments', names: SUBDOMAIN },
  Scale: { apiVersion: 'autoscaling/v1', resource: 'deployments', names: SUBDOMAIN },
};

export const seconds = () => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

export function fail(code: 403 | 404 | 409 | 422, reason: string, message: string, details: object): never {
  throw new HTTPException(code, { message, cause: { reason, details } });
}

export const failOn = (code: 403 | 404 | 409, reason: string, kind: Kind, name: string, what: string): never => {
  const { resource } = KINDS[kind];
  return fail(code, reason, `${resource} "${name}" ${what}`, { name, kind: resource });
};

export const newCluster = () => ({
  version: 1000,
  namespaces: new Map<string, Namespace>(),
  configMaps: new Map<string, ConfigMap>(),
  secrets: new Map<string, Secret>(),
  deployments: new Map<string, Deployment>(),
  /** By uid: when what was asked of the object is done. */
  dueAt: new Map<string, number>(),
});

export const nextVersion = (cluster: Cluster): string => String((cluster.version += 1));

const typed =
  <T>(is: (value: unknown) => value is T, what: string) =>
  (from: Body, path: string): T | undefined => {
    const value = from[path.slice(path.lastIndexOf('.') + 1)];
    if (value === undefined) return undefined;
    return is(value) ? value : refuse(400, `json: cannot read ${path}: it must be ${what}`);
  };

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is Texts => isObject(value) && Object.values(value).every(isText);
const isWhole = (value: unknown): value is number => Number.isInteger(value);
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isBase64 = (value: unknown): value is Texts =>
  isTexts(value) && Object.values(value).every((one) => Buffer.from(one, 'base64').toString('base64') === one);

export const text = typed(isText, 'a string');
const texts = typed(isTexts, 'an object of strings');
export const base64s = typed(isBase64, 'an object of base64 strings');
export const whole = typed(isWhole, 'an integer');
export const flag = typed(isFlag, 'a boolean');
const list = typed((value): value is Body[] => Array.isArray(value) && value.every(isObject), 'an array of objects');
const maybeObject = typed(isObject, 'an object');
export const object = (from: Body, path: string): Body => maybeObject(from, path) ?? {};

/** What is wrong with the values of one body: a caller is told of all of it at once. */
export function gathered() {
  const causes: { reason: string; field: string; message: string }[] = [];
  const add = (reason: string) => (field: string, message: string) => void causes.push({ reason, field, message });
  const invalid = add('FieldValueInvalid');
  const missing = add('FieldValueRequired');
  return {
    invalid,
    forbidden: add('FieldValueForbidden'),
    missing: (field: string) => missing(field, 'Required value'),
    required: (from: Body, field: string, pattern: RegExp): string => {
      const value = text(from, field) ?? '';
      if (value === '') missing(field, 'Required value');
      else if (!pattern.test(value)) invalid(field, `Invalid value: must match ${pattern.source}`);
      return value;
    },
    refuseIfAny: (kind: Kind, name: string): void => {
      if (causes.length === 0) return;
      const told = causes.map(({ field, message }) => `${field}: ${message}`).join(', ');
      fail(422, 'Invalid', `${kind} "${name}" is invalid: ${told}`, { name, kind, causes });
    },
  };
}

export function labelsOf(from: Body, field: string, causes: Causes): Texts {
  const labels = texts(from, field) ?? {};
  for (const [key, value] of Object.entries(labels)) {
    if (!LABEL_KEY.test(key)) causes.invalid(field, `Invalid value: "${key}" is not a label key`);
    if (!LABEL_VALUE.test(value)) causes.invalid(field, `Invalid value: "${value}" is not a label value`);
  }
  return labels;
}

export function dataOf(from: Body, field: string, causes: Causes, read = texts): Texts {
  const data = read(from, field) ?? {};
  for (const key of Object.keys(data).filter((one) => !DATA_KEY.test(one)))
    causes.invalid(field, `Invalid value: "${key}" must match ${DATA_KEY.source}`);
  const bytes = Object.values(data).reduce((sum, value) => sum + Buffer.byteLength(value), 0);
  if (bytes > MOST_BYTES) causes.invalid(field, `Too long: may not be more than ${MOST_BYTES} bytes`);
  return data;
}

/** The envelope of a body: its type and metadata, held against what the URL says. */
export function metadataOf(body: Body, kind: Kind, causes: Causes, namespace?: string) {
  const { apiVersion, names } = KINDS[kind];
  if ((text(body, 'apiVersion') ?? apiVersion) !== apiVersion || (text(body, 'kind') ?? kind) !== kind)
    refuse(400, `the object must be a ${kind} of ${apiVersion}`);
  const sent = object(body, 'metadata');
  const within = text(sent, 'metadata.namespace') ?? namespace;
  if (namespace !== undefined && within !== namespace)
    refuse(400, `the namespace of the object (${within}) does not match the namespace on the URL (${namespace})`);
  return {
    name: causes.required(sent, 'metadata.name', names),
    labels: labelsOf(sent, 'metadata.labels', causes),
    resourceVersion: text(sent, 'metadata.resourceVersion') ?? '',
    uid: text(sent, 'metadata.uid') ?? '',
  };
}

function containerOf(sent: Body, path: string, causes: Causes): Container {
  const name = causes.required(sent, `${path}.name`, LABEL);
  const image = causes.required(sent, `${path}.image`, /^\S{1,255}$/);
  const envFrom = (list(sent, `${path}.envFrom`) ?? []).map((one, index) => {
    const field = `${path}.envFrom[${index}]`;
    const named = (['configMapRef', 'secretRef'] as const).filter((ref) => one[ref] !== undefined);
    if (named.length !== 1) causes.invalid(field, 'Invalid value: exactly one of configMapRef and secretRef');
    return Object.fromEntries(
      named.map((ref) => {
        const referred = object(one, `${field}.${ref}`);
        return [ref, { name: causes.required(referred, `${field}.${ref}.name`, SUBDOMAIN) }];
      }),
    );
  });
  return { name, image, envFrom };
}

function templateOf(spec: Body, causes: Causes): Template {
  const template = object(spec, 'spec.template');
  const metadata = object(template, 'spec.template.metadata');
  const field = 'spec.template.spec.containers';
  const containers = (list(object(template, 'spec.template.spec'), field) ?? []).map((one, index) =>
    containerOf(one, `${field}[${index}]`, causes),
  );
  if (containers.length === 0) causes.missing(field);
  if (containers.length > 10) causes.invalid(field, 'Too many: must have at most 10 items');
  if (new Set(containers.map(({ name }) => name)).size < containers.length)
    causes.invalid(field, 'Duplicate value: the name of a container');
  const labels = labelsOf(metadata, 'spec.template.metadata.labels', causes);
  const annotations = texts(metadata, 'spec.template.metadata.annotations') ?? {};
  return { metadata: { labels, annotations }, spec: { containers } };
}

export function replicasOf(spec: Body, causes: Causes, usual?: number): number {
  const replicas = whole(spec, 'spec.replicas') ?? usual;
  if (replicas === undefined) causes.missing('spec.replicas');
  else if (replicas < 0 || replicas > 100) causes.invalid('spec.replicas', 'Invalid value: must be from 0 to 100');
  return replicas ?? 0;
}

export function specOf(body: Body, causes: Causes): Spec {
  const spec = object(body, 'spec');
  const field = 'spec.selector.matchLabels';
  const matchLabels = labelsOf(object(spec, 'spec.selector'), field, causes);
  const template = templateOf(spec, causes);
  const { labels } = template.metadata;
  if (Object.keys(matchLabels).length === 0) causes.missing(field);
  if (Object.entries(matchLabels).some(([key, value]) => !Object.hasOwn(labels, key) || labels[key] !== value))
    causes.invalid('spec.template.metadata.labels', 'Invalid value: `selector` does not match template `labels`');
  const replicas = replicasOf(spec, causes, 1);
  return { replicas, paused: flag(spec, 'spec.paused') ?? false, selector: { matchLabels }, template };
}

export function newObject(cluster: Cluster, kind: Kind, name: string, labels: Texts, namespace?: string): Kept {
  const times = { resourceVersion: nextVersion(cluster), creationTimestamp: seconds() };
  const metadata = { name, ...(namespace && { namespace }), uid: randomUUID(), ...times, labels };
  return { apiVersion: KINDS[kind].apiVersion, kind, metadata };
}

export function addNamespace(cluster: Cluster, name: string, sent: Texts): Namespace {
  const labels = { ...sent, 'kubernetes.io/metadata.name': name };
  const kept = newObject(cluster, 'Namespace', name, labels);
  const made: Namespace = { ...kept, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
  cluster.namespaces.set(name, made);
  return made;
}

export function terminate(cluster: Cluster, namespace: Namespace): void {
  const { metadata, status } = namespace;
  for (const all of [cluster.deployments, cluster.configMaps, cluster.secrets])
    for (const [key, one] of all) if (one.metadata.namespace === metadata.name) all.delete(key);
  status.phase = 'Terminating';
  metadata.deletionTimestamp = seconds();
  metadata.resourceVersion = nextVersion(cluster);
  cluster.dueAt.set(metadata.uid, Date.now() + TERMINATION_MS);
}

/** A new wish for what shall run: the next generation, to be rolled out in a moment. */
export function wish(cluster: Cluster, deployment: Deployment, spec: Spec): void {
  const { metadata } = deployment;
  deployment.spec = spec;
  metadata.generation = (metadata.generation ?? 0) + 1;
  metadata.resourceVersion = nextVersion(cluster);
  cluster.dueAt.set(metadata.uid, Date.now() + ROLLOUT_MS);
  deployment.status = statusOf(cluster, deployment);
}

function lacking(cluster: Cluster, { metadata, spec }: Deployment): string | undefined {
  const lacks = ({ configMapRef, secretRef }: Container['envFrom'][number]) =>
    configMapRef
      ? !cluster.configMaps.has(`${metadata.namespace}/${configMapRef.name}`)
      : !cluster.secrets.has(`${metadata.namespace}/${secretRef?.name}`);
  const found = spec.template.spec.containers.flatMap(({ envFrom }) => envFrom).find(lacks);
  return found && (found.configMapRef ?? found.secretRef)?.name;
}

function progressOf(cluster: Cluster, deployment: Deployment, isRolledOut: boolean): Condition {
  const type = 'Progressing';
  if (isRolledOut)
    return { type, status: 'True', reason: 'NewReplicaSetAvailable', message: 'The rollout is complete.' };
  if (deployment.spec.paused)
    return { type, status: 'Unknown', reason: 'DeploymentPaused', message: 'The deployment is paused.' };
  const name = lacking(cluster, deployment);
  if (name !== undefined) return { type, status: 'False', reason: 'ReferenceNotFound', message: `"${name}" not found` };
  return { type, status: 'True', reason: 'ReplicaSetUpdated', message: 'The rollout is in progress.' };
}

function statusOf(cluster: Cluster, deployment: Deployment): Deployment['status'] {
  const { metadata, spec, status } = deployment;
  const { generation = 1 } = metadata;
  const isDue = Date.now() >= (cluster.dueAt.get(metadata.uid) ?? 0);
  const isHeld = progressOf(cluster, deployment, false).status !== 'True';
  const isRolledOut = status.observedGeneration === generation || (isDue && !isHeld);
  const replicas = isRolledOut ? spec.replicas : status.replicas;
  const isAvailable = replicas >= spec.replicas;
  return {
    observedGeneration: isRolledOut ? generation : status.observedGeneration,
    replicas,
    updatedReplicas: isRolledOut ? replicas : 0,
    unavailableReplicas: Math.max(0, spec.replicas - replicas),
    conditions: [
      {
        type: 'Available',
        status: isAvailable ? 'True' : 'False',
        reason: isAvailable ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
        message: `${replicas} of ${spec.replicas} replicas are ready.`,
      },
      progressOf(cluster, deployment, isRolledOut),
    ],
  };
}

/** Does what has come due. Called before every request, so that time seems to pass between them. */
export function reconcile(cluster: Cluster): void {
  for (const { metadata, status } of cluster.namespaces.values())
    if (status.phase === 'Terminating' && Date.now() >= (cluster.dueAt.get(metadata.uid) ?? 0))
      cluster.namespaces.delete(metadata.name);
  for (const deployment of cluster.deployments.values()) {
    const status = statusOf(cluster, deployment);
    if (isDeepStrictEqual(status, deployment.status)) continue;
    deployment.status = status;
    deployment.metadata.resourceVersion = nextVersion(cluster);
  }
}

const REQUIREMENT =
  /^\s*(?:!\s*(?<absent>[\w./-]+)|(?<key>[\w./-]+)(?:\s*(?<sign>==|=|!=)\s*(?<value>[\w.-]*)|\s+(?<set>in|notin)\s*\((?<values>[^()]*)\))?)\s*$/;

function requirementOf(written: string): (labels: Texts) => boolean {
  const found = REQUIREMENT.exec(written)?.groups ?? refuse(400, `unable to parse requirement: "${written}"`);
  const { absent, key = '', sign, value = '', set, values = '' } = found;
  const has = (labels: Texts, name: string) => Object.hasOwn(labels, name);
  if (absent !== undefined) return (labels) => !has(labels, absent);
  if (sign === undefined && set === undefined) return (labels) => has(labels, key);
  const options = set === undefined ? [value] : values.split(',').map((one) => one.trim());
  const isWanted = sign !== '!=' && set !== 'notin';
  return (labels) => (has(labels, key) && options.includes(labels[key] ?? '')) === isWanted;
}

/** Whether labels fit a selector such as `app=web,tier in (front,back),!canary`. */
export function selectorOf(written: string): (labels: Texts) => boolean {
  if (written.trim() === '') return () => true;
  const requirements = written.split(/,(?![^(]*\))/).map(requirementOf);
  return (labels) => requirements.every((fits) => fits(labels));
}
