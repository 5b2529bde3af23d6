import { randomUUID } from 'node:crypto';
import { HTTPException } from 'hono/http-exception';
import type { Body } from '../request.ts';

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 415;
type Email = { value: string; type: string; primary: boolean };
type UserForm = ReturnType<typeof readUser>;
type GroupForm = { externalId: string | undefined; displayName: string; members: { value: string }[] };
export type Kept<Form> = { id: string; form: Form; created: string; lastModified: string; version: number };
export type User = Kept<UserForm>;
export type Client = { user: User; canWrite: boolean };
export type Directory = ReturnType<typeof newDirectory>;
export type Kind<Form> = {
  name: 'User' | 'Group';
  kept: Map<string, Kept<Form>>;
  urns: string[];
  paths: Map<string, string[]>;
  required: string[];
  filters: string[];
  sorts: string[];
  read(body: Body): Form;
  /** The name by which no two may be the same. */
  label(form: Form): string;
  isActive(form: Form): boolean;
  show(one: Kept<Form>, base: string): Body;
};
type Target = { attribute: string; by: string | undefined; equals: string; sub: string | undefined };

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
export const URN = {
  user: `${CORE}:User`,
  group: `${CORE}:Group`,
  config: `${CORE}:ServiceProviderConfig`,
  resourceType: `${CORE}:ResourceType`,
  audit: 'urn:northgate:params:scim:schemas:audit:1.0:AuditEvent',
  list: `${MESSAGES}:ListResponse`,
  search: `${MESSAGES}:SearchRequest`,
  patch: `${MESSAGES}:PatchOp`,
  error: `${MESSAGES}:Error`,
};
export const MAX_RESULTS = 200;
const CLAUSE =
  /([\w.]+)\s+(?:(pr)|(eq|ne|co|sw|ew|gt|ge|lt|le)\s+("(?:[^"\\]|\\.)*"|true|false))(?:\s*$|\s+(and|or)\s+)/iy;
const CASE_EXACT = new Set(['id', 'externalId', 'groups.value', 'members.value', 'target.value', 'actor.value']);
const TESTS = new Map<string, (actual: string, wanted: string) => boolean>([
  ['eq', (actual, wanted) => actual === wanted],
  ['co', (actual, wanted) => actual.includes(wanted)],
  ['sw', (actual, wanted) => actual.startsWith(wanted)],
  ['ew', (actual, wanted) => actual.endsWith(wanted)],
  ['gt', (actual, wanted) => actual > wanted],
  ['ge', (actual, wanted) => actual >= wanted],
  ['lt', (actual, wanted) => actual < wanted],
  ['le', (actual, wanted) => actual <= wanted],
]);

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const MULTI_VALUED = ['emails', 'members'];
const READ_ONLY = /^(id|meta|groups|schemas)\b|^name\.formatted$/;
const PATH = /^(\w+)(?:\[(\w+) eq (?:"([^"]*)"|(true|false))\])?(?:\.(\w+))?$/;

/** Ends the request with a SCIM error; a 400 without a `scimType` is answered as invalidSyntax. */
export function fail(status: Status, detail: string, scimType?: string): never {
  throw new HTTPException(status, { message: detail, cause: scimType });
}

const wrong = (detail: string): never => fail(400, detail, 'invalidValue');

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null is the same as nothing, RFC 7643 section 2.5. */
function text(body: Body, field: string, most: number, pattern = /^/u): string | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined) return undefined;
  const isGood = typeof value === 'string' && value !== '' && [...value].length <= most && pattern.test(value);
  return isGood ? value : wrong(`${field} must be a well-formed string of 1 to ${most} characters.`);
}

const requiredText = (body: Body, field: string, most: number, pattern?: RegExp): string =>
  text(body, field, most, pattern) ?? wrong(`${field} is required.`);

function flag(body: Body, field: string, usual: boolean): boolean {
  const value = body[field] ?? usual;
  return typeof value === 'boolean' ? value : wrong(`${field} must be a boolean.`);
}

function complex(body: Body, field: string): Body {
  const value = body[field] ?? {};
  return isObject(value) ? value : wrong(`${field} must be an object.`);
}

function objects(field: string, value: unknown, most: number): Body[] {
  const list = value ?? [];
  return Array.isArray(list) && list.length <= most && list.every(isObject)
    ? list
    : wrong(`${field} must be a list of at most ${most} objects.`);
}

function readEmails(value: unknown): Email[] {
  const emails = objects('emails', value, 20).map((one) => ({
    value: requiredText(one, 'value', 254, EMAIL),
    type: text(one, 'type', 5, /^(work|home|other)$/) ?? 'work',
    primary: flag(one, 'primary', false),
  }));
  if (emails.filter(({ primary }) => primary).length > 1) wrong('Only one email can be primary.');
  return emails;
}

function readUser(body: Body) {
  const [name, work] = [complex(body, 'name'), complex(body, ENTERPRISE)];
  return {
    externalId: text(body, 'externalId', 255),
    userName: requiredText(body, 'userName', 128, /^\S+$/u),
    name: { givenName: text(name, 'givenName', 64), familyName: text(name, 'familyName', 64) },
    displayName: text(body, 'displayName', 128),
    title: text(body, 'title', 128),
    active: flag(body, 'active', true),
    emails: readEmails(body.emails),
    [ENTERPRISE]: { employeeNumber: text(work, 'employeeNumber', 32), department: text(work, 'department', 128) },
  };
}

function readGroup(users: Map<string, User>, body: Body): GroupForm {
  const sent = objects('members', body.members, 1000).map((one) => requiredText(one, 'value', 64));
  const stranger = sent.find((id) => !users.has(id));
  if (stranger !== undefined) wrong(`members: there is no user ${stranger}.`);
  const members = [...new Set(sent)].map((value) => ({ value }));
  return { externalId: text(body, 'externalId', 255), displayName: requiredText(body, 'displayName', 128), members };
}

export function newKept<Form>(form: Form, created = new Date().toISOString()): Kept<Form> {
  return { id: randomUUID(), form, created, lastModified: created, version: 1 };
}

/** Whether the form differs from what was kept; only then is there a new version. */
export function replaced<Form>(one: Kept<Form>, form: Form): boolean {
  if (JSON.stringify(form) === JSON.stringify(one.form)) return false;
  Object.assign(one, { form, version: one.version + 1, lastModified: new Date().toISOString() });
  return true;
}

/** A user who leaves the directory leaves every group. */
export function leaveGroups({ groups }: Directory, id: string): void {
  for (const group of groups.values()) {
    const members = group.form.members.filter(({ value }) => value !== id);
    replaced(group, { ...group.form, members });
  }
}

export function newDirectory() {
  const person = (userName: string, givenName: string, familyName: string) =>
    newKept(readUser({ userName, name: { givenName, familyName } }), '2025-02-03T09:00:00.000Z');
  const ines = person('ines.moreau@northgate.example', 'Ines', 'Moreau');
  const tom = person('tom.adeyemi@northgate.example', 'Tom', 'Adeyemi');
  return {
    users: new Map([ines, tom].map((user): [string, User] => [user.id, user])),
    groups: new Map<string, Kept<GroupForm>>(),
    events: [] as Body[],
    clients: new Map<string, Client>([
      ['scim-provisioning', { user: ines, canWrite: true }],
      ['scim-reporting', { user: tom, canWrite: false }],
    ]),
  };
}

const metaOf = <Form>(kind: 'User' | 'Group', { id, created, lastModified, version }: Kept<Form>, base: string) => ({
  resourceType: kind,
  created,
  lastModified,
  location: `${base}/${kind}s/${id}`,
  version: `W/"${version}"`,
});

export const nameOf = ({ form }: User): string => form.displayName ?? form.userName;

/** An object with something in it, or nothing: what is not assigned is not shown. */
const assigned = (one: object): object | undefined =>
  Object.values(one).some((value) => value !== undefined) ? one : undefined;

function showUser({ groups }: Directory, user: User, base: string): Body {
  const { name, [ENTERPRISE]: work, ...form } = user.form;
  const formatted = [name.givenName, name.familyName].filter(Boolean).join(' ') || undefined;
  const joined = [...groups.values()]
    .filter((one) => one.form.members.some(({ value }) => value === user.id))
    .map(({ id, form: { displayName } }) => ({ value: id, $ref: `${base}/Groups/${id}`, display: displayName }));
  return {
    schemas: assigned(work) ? [URN.user, ENTERPRISE] : [URN.user],
    id: user.id,
    ...form,
    name: assigned({ formatted, ...name }),
    groups: joined,
    [ENTERPRISE]: assigned(work),
    meta: metaOf('User', user, base),
  };
}

function showGroup({ users }: Directory, group: Kept<GroupForm>, base: string): Body {
  const members = group.form.members.flatMap(({ value }) => {
    const user = users.get(value);
    return user ? [{ value, $ref: `${base}/Users/${value}`, display: nameOf(user), type: 'User' }] : [];
  });
  return { schemas: [URN.group], id: group.id, ...group.form, members, meta: metaOf('Group', group, base) };
}

const times = ['meta.created', 'meta.lastModified'];
const SIMPLE_PATHS = ['userName', 'externalId', 'displayName', 'title', 'active'];
const COMPLEX_PATHS = {
  name: ['givenName', 'familyName'],
  emails: ['value', 'type', 'primary'],
  [ENTERPRISE]: ['employeeNumber', 'department'],
};
const USER_FILTERS =
  'id externalId userName displayName title active name.givenName name.familyName ' +
  'emails.value emails.type groups.value meta.created meta.lastModified';

export const userKind = (directory: Directory): Kind<UserForm> => ({
  name: 'User',
  kept: directory.users,
  urns: [URN.user, ENTERPRISE],
  paths: new Map([...SIMPLE_PATHS.map((path): [string, string[]] => [path, []]), ...Object.entries(COMPLEX_PATHS)]),
  required: ['userName', 'active'],
  filters: USER_FILTERS.split(' '),
  sorts: ['userName', 'displayName', 'name.familyName', ...times],
  read: readUser,
  label: ({ userName }) => userName,
  isActive: ({ active }) => active,
  show: (one, base) => showUser(directory, one, base),
});

export const groupKind = (directory: Directory): Kind<GroupForm> => ({
  name: 'Group',
  kept: directory.groups,
  urns: [URN.group],
  paths: new Map(Object.entries({ displayName: [], externalId: [], members: ['value'] })),
  required: ['displayName'],
  filters: ['id', 'externalId', 'displayName', 'members.value', ...times],
  sorts: ['displayName', ...times],
  read: (body) => readGroup(directory.users, body),
  label: ({ displayName }) => displayName,
  isActive: () => true,
  show: (one, base) => showGroup(directory, one, base),
});

/** What an operation of a PATCH aims at. */
function targetOf<Form>({ paths, urns }: Kind<Form>, sent: string): Target {
  const path = sent.replace(`${urns[0]}:`, '');
  if (READ_ONLY.test(path)) fail(400, `${path} is read-only.`, 'mutability');
  const [urn, inside] = path.startsWith(`${ENTERPRISE}:`) ? [ENTERPRISE, path.slice(ENTERPRISE.length + 1)] : [path];
  const [, attribute = urn, by, quoted, bare, sub = inside] = PATH.exec(urn) ?? [];
  const parts = paths.get(attribute) ?? [];
  const isMulti = MULTI_VALUED.includes(attribute);
  const isKnown = paths.has(attribute) && [by, sub].every((part) => part === undefined || parts.includes(part));
  const isReachable = isMulti ? by !== undefined || sub === undefined : by === undefined;
  if (!isKnown || !isReachable) fail(400, `${sent} is not a path of this resource.`, 'invalidPath');
  return { attribute, by, equals: quoted ?? bare ?? '', sub };
}

/** One value becomes primary: the others no longer are, RFC 7644 section 3.5.2. */
const demoted = (list: Body[], sent: Body[]): Body[] =>
  sent.some(({ primary }) => primary === true) ? list.map((one) => ({ ...one, primary: false })) : list;

function changedChosen(list: Body[], op: string, { by = '', equals, sub }: Target, value: unknown): Body[] {
  const isMeant = (one: Body) => String(one[by]) === equals;
  if (op === 'remove' && sub === undefined) return list.filter((one) => !isMeant(one));
  if (op !== 'remove' && !list.some(isMeant)) fail(400, `No value has ${by} ${equals}.`, 'noTarget');
  const sent = sub === undefined ? value : { [sub]: op === 'remove' ? undefined : value };
  const change = isObject(sent) ? sent : wrong('value must be an object.');
  const kept = demoted(list, [change]);
  return list.map((one, index) => (isMeant(one) ? { ...one, ...change } : (kept[index] ?? one)));
}

function changedList(list: Body[], op: string, target: Target, value: unknown): Body[] {
  if (target.by !== undefined) return changedChosen(list, op, target, value);
  const isNothing = value === undefined || value === null;
  const values: unknown = isNothing || Array.isArray(value) ? value : [value];
  const sent = objects(target.attribute, values, 1000);
  if (op === 'replace') return sent;
  const named = new Set(sent.map((one) => one.value));
  if (op === 'remove') return isNothing ? [] : list.filter((one) => !named.has(one.value));
  // What is there already keeps its place, so that adding it again changes nothing.
  const merged = demoted(list, sent).map((one) => ({ ...one, ...sent.find(({ value: same }) => same === one.value) }));
  const present = new Set(list.map((one) => one.value));
  return [...merged, ...sent.filter((one) => !present.has(one.value))];
}

function changeOne<Form>(kind: Kind<Form>, form: Body, op: string, path: string, value: unknown): void {
  const target = targetOf(kind, path);
  const { attribute, sub } = target;
  if ((op === 'remove' || value === null) && kind.required.includes(attribute))
    fail(400, `${attribute} is required.`, 'mutability');
  const next = op === 'remove' ? undefined : value;
  if (MULTI_VALUED.includes(attribute))
    form[attribute] = changedList(objects(attribute, form[attribute], 2000), op, target, value);
  else if (sub !== undefined) form[attribute] = { ...complex(form, attribute), [sub]: next };
  else form[attribute] = isObject(next) ? { ...complex(form, attribute), ...next } : next;
}

/** The form after all operations of a PATCH; nothing is changed when one of them fails. */
export function patched<Form>(kind: Kind<Form>, { form }: Kept<Form>, { Operations }: Body): Form {
  if (!Array.isArray(Operations) || Operations.length === 0 || Operations.length > 100 || !Operations.every(isObject))
    return fail(400, 'Operations must be a list of 1 to 100 objects.', 'invalidSyntax');
  const draft = structuredClone(form) as Body;
  for (const { op, path, value } of Operations) {
    const isKnown = typeof op === 'string' && /^([Aa]dd|[Rr]emove|[Rr]eplace)$/.test(op);
    const verb = isKnown ? op.toLowerCase() : fail(400, 'op must be add, remove or replace.', 'invalidSyntax');
    if (path !== undefined && typeof path !== 'string') fail(400, 'path must be a string.', 'invalidPath');
    if (verb !== 'remove' && value === undefined) wrong(`${verb} needs a value.`);
    if (typeof path === 'string') changeOne(kind, draft, verb, path, value);
    else if (verb === 'remove') fail(400, 'remove needs a path.', 'noTarget');
    else if (!isObject(value)) wrong('Without a path, value must be an object.');
    else {
      // Common clients repeat these two in the value.
      const changes = Object.entries(value).filter(([name]) => name !== 'id' && name !== 'schemas');
      for (const [name, part] of changes) changeOne(kind, draft, verb, name, part);
    }
  }
  return kind.read(draft);
}

function valuesAt(one: unknown, steps: string[]): unknown[] {
  if (Array.isArray(one)) return one.flatMap((part) => valuesAt(part, steps));
  const [step, ...others] = steps;
  if (one === undefined) return [];
  return step === undefined ? [one] : valuesAt((one as Body)[step], others);
}

const invalidFilter = (): never =>
  fail(400, 'The filter is malformed, or names an attribute or a comparison that is not supported.', 'invalidFilter');

function literalOf(attribute: string, operator: string, sent: string): string {
  const isFlag = attribute === 'active';
  const isQuoted = sent.startsWith('"');
  if (isQuoted === isFlag || (isFlag && !['eq', 'ne'].includes(operator))) return invalidFilter();
  if (isFlag) return sent.toLowerCase();
  let value: string;
  try {
    value = String(JSON.parse(sent));
  } catch {
    return invalidFilter();
  }
  if (!/^meta\.|^occurredAt$/.test(attribute)) return value;
  return Number.isNaN(Date.parse(value)) ? invalidFilter() : new Date(value).toISOString();
}

function clauseOf(known: string[], [, name = '', present, comparison = '', sent = '']: string[]) {
  const attribute = known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? invalidFilter();
  const steps = attribute.split('.');
  if (present !== undefined) return (one: Body) => valuesAt(one, steps).length > 0;
  const operator = comparison.toLowerCase();
  const folded = (value: string) => (CASE_EXACT.has(attribute) ? value : value.toLowerCase());
  const wanted = folded(literalOf(attribute, operator, sent));
  const test = TESTS.get(operator === 'ne' ? 'eq' : operator) ?? invalidFilter();
  const holds = (one: Body) => valuesAt(one, steps).some((value) => test(folded(String(value)), wanted));
  return (one: Body) => holds(one) !== (operator === 'ne');
}

/** Clauses joined by `and` bind closer than those joined by `or`. */
function filterOf(known: string[], filter: unknown): (one: Body) => boolean {
  if (filter === undefined) return () => true;
  const sent = typeof filter === 'string' ? filter.trim() : invalidFilter();
  const clause = new RegExp(CLAUSE);
  const alternatives: ((one: Body) => boolean)[][] = [[]];
  let joint: string | undefined = 'and';
  while (joint !== undefined) {
    const found = clause.exec(sent) ?? invalidFilter();
    if (joint.toLowerCase() === 'or') alternatives.push([]);
    alternatives.at(-1)?.push(clauseOf(known, [...found]));
    joint = found[5];
  }
  return (one) => alternatives.some((all) => all.every((isTrue) => isTrue(one)));
}

function sortedBy(known: string[], { sortBy, sortOrder = 'ascending' }: Body, found: Body[]): Body[] {
  if (sortOrder !== 'ascending' && sortOrder !== 'descending')
    fail(400, 'sortOrder must be ascending or descending.', 'invalidValue');
  if (sortBy === undefined) return found;
  const attribute = known.find((one) => one === sortBy) ?? fail(400, 'sortBy is not supported.', 'invalidValue');
  const keyOf = (one: Body) => valuesAt(one, attribute.split('.')).map((value) => String(value).toLowerCase())[0];
  const compare = (a = '\u{10FFFF}', b = '\u{10FFFF}') => Number(a > b) - Number(a < b);
  const sign = sortOrder === 'descending' ? -1 : 1;
  return found.toSorted((a, b) => sign * compare(keyOf(a), keyOf(b)));
}

/** Below the range is read as the least and above it as the most, RFC 7644 section 3.4.2.4. */
function whole(asked: Body, field: string, usual: number, least: number, most: number): number {
  const value = asked[field] === undefined ? usual : asked[field];
  if (typeof value !== 'number' || !Number.isInteger(value)) fail(400, `${field} must be an integer.`, 'invalidValue');
  return Math.min(Math.max(value, least), most);
}

export function listed(all: Body[], filters: string[], sorts: string[], asked: Body) {
  const startIndex = whole(asked, 'startIndex', 1, 1, Number.MAX_SAFE_INTEGER);
  const count = whole(asked, 'count', 100, 0, MAX_RESULTS);
  const found = sortedBy(sorts, asked, all.filter(filterOf(filters, asked.filter)));
  const page = found.slice(startIndex - 1, startIndex - 1 + count);
  return { schemas: [URN.list], totalResults: found.length, startIndex, itemsPerPage: page.length, Resources: page };
}
