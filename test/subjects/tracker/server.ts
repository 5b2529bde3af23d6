import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { bodyOf, queryNumber, refuse } from '../request.ts';
import {
  ISSUE_ORDERS,
  STATUSES,
  commentsOf,
  flag,
  invalid,
  isObject,
  issueOrder,
  issueRef,
  issueRules,
  issuesOf,
  linkRules,
  linksOf,
  mayEdit,
  maySee,
  maySeeLink,
  membersOf,
  named,
  newTracker,
  nextId,
  now,
  obstacle,
  openTransitions,
  readFields,
  removeIssue,
  resolutionRules,
  shownComment,
  shownIssue,
  shownLink,
  shownProject,
  shownStatus,
  text,
  textOrNull,
  transitionById,
} from './model.ts';
import type { Comment, Issue, Link, Project, View } from './model.ts';

type Env = { Variables: { view: View } };
type Asked = Context<Env>;
type App = Hono<Env>;

const BASE = '/rest/api/2';
const PROJECT_ORDERS = ['key', '-key', 'name', '-name'] as const;
const COMMENT_ORDERS = ['created', '-created'] as const;

const projectRules = {
  key: text(10, /^[A-Z][A-Z0-9]{1,9}$/, 'Must be 2 to 10 upper-case letters and digits, and start with a letter.'),
  name: text(80, /\S/, 'Must be a text of 1 to 80 characters that is not blank.'),
  description: textOrNull(1000),
  isPrivate: flag,
};
const commentRules = {
  body: text(32_767, /\S/, 'Must be a text of 1 to 32767 characters that is not blank.'),
};

const project = (context: Asked): Project => {
  const { tracker, me } = context.get('view');
  const found = tracker.projects.get(context.req.param('projectKey') ?? '');
  return found && maySee(me, found) ? found : refuse(404, 'No project could be found with this key.');
};

const issueByKey = ({ tracker, me }: View, key: string): Issue => {
  const found = tracker.issues.get(key);
  return found && maySee(me, found.project)
    ? found
    : refuse(404, 'Issue does not exist or you do not have permission to see it.');
};

const issue = (context: Asked): Issue => issueByKey(context.get('view'), context.req.param('issueKey') ?? '');

const onlyEditor = ({ me }: View, found: Issue): void => {
  if (!mayEdit(me, found)) refuse(403, 'You do not have permission to edit this issue.');
};

const onlyAdmin = ({ me }: View): void => {
  if (!me.isAdmin) refuse(403, 'Only administrators may do this.');
};

const choice = <T extends string>(context: Asked, name: string, options: readonly T[]): T | undefined => {
  const sent = context.req.query(name);
  if (sent === undefined) return undefined;
  return (
    options.find((option) => option === sent) ??
    refuse(400, `The value '${sent}' does not exist for the field '${name}'.`)
  );
};

const page = <T>(context: Asked, found: T[], name: string) => {
  const startAt = queryNumber(context, 'startAt', 0, 0, Number.MAX_SAFE_INTEGER);
  const maxResults = Math.min(queryNumber(context, 'maxResults', 50, 0, Number.MAX_SAFE_INTEGER), 100);
  return { startAt, maxResults, total: found.length, [name]: found.slice(startAt, startAt + maxResults) };
};

function addProjects(app: App): void {
  app.get('/projects', (context) => {
    const view = context.get('view');
    const wanted = (context.req.query('query') ?? '').toLowerCase();
    const orderBy = choice(context, 'orderBy', PROJECT_ORDERS) ?? 'key';
    const [by, sign] = [orderBy.endsWith('key') ? 'key' : 'name', orderBy.startsWith('-') ? -1 : 1] as const;
    const found = [...view.tracker.projects.values()]
      .filter((one) => maySee(view.me, one) && `${one.key}\n${one.name}`.toLowerCase().includes(wanted))
      .sort((a, b) => sign * a[by].localeCompare(b[by]))
      .map((one) => shownProject(view, one));
    return context.json(page(context, found, 'values'));
  });
  app.post('/projects', async (context) => {
    const view = context.get('view');
    const { tracker, me } = view;
    onlyAdmin(view);
    const sent = readFields(await bodyOf(context), projectRules, ['key', 'name']);
    if (tracker.projects.has(sent.key)) invalid({ key: 'A project with that key already exists.' }, 409);
    const name = sent.name.toLowerCase();
    if ([...tracker.projects.values()].some((one) => one.name.toLowerCase() === name))
      invalid({ name: 'A project with that name already exists.' }, 409);
    const usual = { description: null, isPrivate: false, lead: me, created: now(), lastNumber: 0 };
    const made: Project = { id: nextId(tracker), ...usual, ...sent };
    tracker.projects.set(made.key, made);
    return context.json(shownProject(view, made), 201);
  });
  app.get('/projects/:projectKey', (context) => context.json(shownProject(context.get('view'), project(context))));
  app.delete('/projects/:projectKey', (context) => {
    const { tracker } = context.get('view');
    const found = project(context);
    onlyAdmin(context.get('view'));
    for (const one of issuesOf(tracker, found)) removeIssue(tracker, one);
    tracker.projects.delete(found.key);
    return context.body(null, 204);
  });
}

function addSearch(app: App): void {
  app.get('/search', (context) => {
    const view = context.get('view');
    const { tracker, me } = view;
    const seen = [...tracker.projects.values()].filter((one) => maySee(me, one));
    const people = [...tracker.accounts.values()].map(({ accountId }) => accountId);
    const projectKey = choice(
      context,
      'project',
      seen.map(({ key }) => key),
    );
    const status = choice(context, 'status', STATUSES);
    const assignee = choice(context, 'assignee', people);
    const reporter = choice(context, 'reporter', people);
    const labels = context.req.queries('labels') ?? [];
    const wanted = (context.req.query('text') ?? '').toLowerCase();
    const found = [...tracker.issues.values()]
      .filter((one) => maySee(me, one.project) && one.project.key === (projectKey ?? one.project.key))
      .filter((one) => one.status === (status ?? one.status))
      .filter((one) => assignee === undefined || one.assignee?.accountId === assignee)
      .filter((one) => reporter === undefined || one.reporter.accountId === reporter)
      .filter((one) => labels.every((label) => one.labels.includes(label)))
      .filter((one) => `${one.summary}\n${one.description ?? ''}`.toLowerCase().includes(wanted))
      .sort(issueOrder(choice(context, 'orderBy', ISSUE_ORDERS) ?? '-created'))
      .map((one) => shownIssue(view, one));
    return context.json(page(context, found, 'issues'));
  });
}

/** The `fields` of a body that has nothing else in it. */
const fieldsOf = async (context: Asked) => {
  const { fields, ...rest } = await bodyOf(context);
  if (!isObject(fields)) invalid({ fields: 'fields is required and must be an object.' });
  readFields(rest, {}, []);
  return fields;
};

async function createIssue(context: Asked) {
  const view = context.get('view');
  const { tracker, me } = view;
  const visible = (key: string | undefined) => {
    const found = tracker.projects.get(key ?? '');
    return found && maySee(me, found) ? found : undefined;
  };
  const fields = await fieldsOf(context);
  const byKey = { read: (value: unknown) => visible(named('key').read(value)), says: 'A valid project is required.' };
  const into = byKey.read(fields.project);
  const members = into ? membersOf(tracker, into) : [...tracker.accounts.values()];
  const rules = { ...issueRules(members), project: byKey };
  const sent = readFields(fields, rules, ['project', 'summary', 'issueType']);
  sent.project.lastNumber += 1;
  const at = now();
  const usual = { description: null, priority: 'Medium', assignee: null, dueDate: null } as const;
  const start = { status: 'To Do', resolution: null, resolutionDate: null } as const;
  const made: Issue = {
    ...usual,
    labels: [],
    ...sent,
    ...start,
    id: nextId(tracker),
    key: `${sent.project.key}-${sent.project.lastNumber}`,
    reporter: me,
    watchers: new Set([me]),
    created: at,
    updated: at,
  };
  tracker.issues.set(made.key, made);
  return context.json(issueRef(view, made), 201);
}

function addIssues(app: App): void {
  app.post('/issues', createIssue);
  app.get('/issues/:issueKey', (context) => context.json(shownIssue(context.get('view'), issue(context))));
  app.put('/issues/:issueKey', async (context) => {
    const view = context.get('view');
    const found = issue(context);
    onlyEditor(view, found);
    const sent = readFields(await fieldsOf(context), issueRules(membersOf(view.tracker, found.project)), []);
    if (Object.keys(sent).length === 0) invalid({ fields: 'At least one field must be set.' });
    if (found.status === 'Done') refuse(409, 'The issue is done and cannot be edited. Reopen it first.');
    Object.assign(found, sent, { updated: now() });
    return context.body(null, 204);
  });
  app.delete('/issues/:issueKey', (context) => {
    const found = issue(context);
    onlyAdmin(context.get('view'));
    removeIssue(context.get('view').tracker, found);
    return context.body(null, 204);
  });
}

function addTransitions(app: App): void {
  app.get('/issues/:issueKey/transitions', (context) => {
    const open = openTransitions(context.get('view'), issue(context));
    return context.json({ transitions: open.map(({ id, name, to }) => ({ id, name, to: shownStatus(to) })) });
  });
  app.post('/issues/:issueKey/transitions', async (context) => {
    const view = context.get('view');
    const found = issue(context);
    onlyEditor(view, found);
    const transition = {
      read: (value: unknown) => transitionById(named('id').read(value)),
      says: 'A valid transition is required.',
    };
    const fields = { read: (value: unknown) => (isObject(value) ? value : undefined), says: 'Must be an object.' };
    const sent = readFields(await bodyOf(context), { transition, fields }, ['transition']);
    const { to } = sent.transition;
    const { resolution } = readFields(sent.fields ?? {}, to === 'Done' ? resolutionRules : {}, []) as {
      resolution?: Issue['resolution'];
    };
    const reason = obstacle(view.tracker, found, sent.transition);
    if (reason !== undefined) refuse(409, reason);
    const at = now();
    const end = to === 'Done' ? { resolution: resolution ?? 'Done', resolutionDate: at } : {};
    Object.assign(found, { status: to, resolution: null, resolutionDate: null, ...end, updated: at });
    return context.body(null, 204);
  });
}

function addComments(app: App): void {
  app.get('/issues/:issueKey/comments', (context) => {
    const of = issue(context);
    const found = commentsOf(context.get('view').tracker, of);
    if (choice(context, 'orderBy', COMMENT_ORDERS) === '-created') found.reverse();
    return context.json(page(context, found.map(shownComment), 'comments'));
  });
  app.post('/issues/:issueKey/comments', async (context) => {
    const { tracker, me } = context.get('view');
    const of = issue(context);
    const { body } = readFields(await bodyOf(context), commentRules, ['body']);
    const at = now();
    const made: Comment = { id: nextId(tracker), issue: of, author: me, body, created: at, updated: at };
    tracker.comments.set(made.id, made);
    of.updated = at;
    return context.json(shownComment(made), 201);
  });
  app.put('/issues/:issueKey/comments/:commentId', async (context) => {
    const { tracker, me } = context.get('view');
    const of = issue(context);
    const found = tracker.comments.get(context.req.param('commentId'));
    if (found?.issue !== of) refuse(404, 'The comment does not exist on this issue.');
    if (found.author !== me) refuse(403, 'Only the author may edit a comment.');
    const { body } = readFields(await bodyOf(context), commentRules, ['body']);
    of.updated = now();
    return context.json(shownComment(Object.assign(found, { body, updated: of.updated })));
  });
}

function addWatchers(app: App): void {
  const turn = (change: 'add' | 'delete') => (context: Asked) => {
    issue(context).watchers[change](context.get('view').me);
    return context.body(null, 204);
  };
  app.post('/issues/:issueKey/watchers', turn('add'));
  app.delete('/issues/:issueKey/watchers', turn('delete'));
}

function addLinks(app: App): void {
  app.post('/issueLinks', async (context) => {
    const view = context.get('view');
    const sent = readFields(await bodyOf(context), linkRules, ['type', 'inwardIssue', 'outwardIssue']);
    const [inwardIssue, outwardIssue] = [issueByKey(view, sent.inwardIssue), issueByKey(view, sent.outwardIssue)];
    onlyEditor(view, inwardIssue);
    if (inwardIssue === outwardIssue) invalid({ outwardIssue: 'An issue cannot be linked to itself.' });
    const known = linksOf(view.tracker, inwardIssue).filter(({ type }) => type === sent.type);
    if (known.some((one) => one.inwardIssue === outwardIssue || one.outwardIssue === outwardIssue))
      refuse(409, 'There is a link of this type between these issues already.');
    const made: Link = { id: nextId(view.tracker), type: sent.type, inwardIssue, outwardIssue };
    view.tracker.links.set(made.id, made);
    return context.json(shownLink(made), 201);
  });
  app.delete('/issueLinks/:linkId', (context) => {
    const view = context.get('view');
    const found = view.tracker.links.get(context.req.param('linkId'));
    if (!found || !maySeeLink(view.me, found)) refuse(404, 'No issue link with this id exists.');
    onlyEditor(view, found.inwardIssue);
    view.tracker.links.delete(found.id);
    return context.body(null, 204);
  });
}

function answerErrors(app: App): void {
  app.onError((error, context) => {
    const known = error instanceof HTTPException ? error : new HTTPException(500, { message: 'Internal error' });
    if (known.status === 401) context.header('www-authenticate', 'Basic realm="tracker"');
    const { message, cause: errors = {} } = known;
    return context.json({ errorMessages: message === '' ? [] : [message], errors }, known.status);
  });
  app.notFound((context) => context.json({ errorMessages: ['No such resource.'], errors: {} }, 404));
}

function create(): Hono {
  const tracker = newTracker();
  const app: App = new Hono<Env>().basePath(BASE);
  answerErrors(app);
  app.use(async (context, next) => {
    const [scheme, credentials = ''] = (context.req.header('authorization') ?? '').split(' ');
    const account = tracker.accounts.get(Buffer.from(credentials, 'base64').toString());
    const isKnown = account !== undefined && scheme?.toLowerCase() === 'basic';
    const me = isKnown ? account : refuse(401, 'Client must be authenticated to access this resource.');
    context.set('view', { tracker, me, base: new URL(context.req.url).origin + BASE });
    await next();
  });
  for (const add of [addProjects, addSearch, addIssues, addTransitions, addComments, addWatchers, addLinks]) add(app);
  return app as unknown as Hono;
}

const basic = (credentials: string) => ({ authorization: `Basic ${Buffer.from(credentials).toString('base64')}` });

export const tracker = referenceServer(import.meta.dirname, {
  name: 'tracker',
  style: 'keys numbered per project, fields in an envelope, transitions by id, links between two, errors by field',
  document: 'openapi.yaml',
  personas: [
    {
      name: 'Ada',
      description: 'Administrator: can create projects and change everything in them.',
      authType: 'BASIC',
    },
    {
      name: 'Mo',
      description:
        'Member: can report and discuss issues, may not change what others reported, nor administer projects.',
      authType: 'BASIC',
    },
    { name: 'Guest', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  env: {
    AUTH_ADA: '{"username":"ada@tracker.example","password":"ATATT-ada-4f1c"}',
    AUTH_MO: '{"username":"mo@tracker.example","password":"ATATT-mo-9d07"}',
  },
  identities: {
    owner: basic('ada@tracker.example:ATATT-ada-4f1c'),
    outsider: basic('mo@tracker.example:ATATT-mo-9d07'),
  },
  create,
});
