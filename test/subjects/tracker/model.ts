import { HTTPException } from 'hono/http-exception';
import type { Body } from '../request.ts';

export type User = { accountId: string; displayName: string; emailAddress: string };
export type Account = User & { isAdmin: boolean };
export type Project = {
  id: string;
  key: string;
  name: string;
  description: string | null;
  isPrivate: boolean;
  lead: Account;
  created: string;
  lastNumber: number;
};
type Editable = {
  summary: string;
  description: string | null;
  issueType: (typeof ISSUE_TYPES)[number];
  priority: (typeof PRIORITIES)[number];
  labels: string[];
  assignee: Account | null;
  dueDate: string | null;
};
export type Issue = Editable & {
  id: string;
  key: string;
  project: Project;
  status: Status;
  resolution: (typeof RESOLUTIONS)[number] | null;
  resolutionDate: string | null;
  reporter: Account;
  watchers: Set<Account>;
  created: string;
  updated: string;
};
export type Comment = { id: string; issue: Issue; author: Account; body: string; created: string; updated: string };
export type Link = { id: string; type: (typeof LINK_TYPES)[number]; inwardIssue: Issue; outwardIssue: Issue };
export type Tracker = ReturnType<typeof newTracker>;
/** What one request sees: whose it is, and where the API is found. */
export type View = { tracker: Tracker; me: Account; base: string };
type Status = keyof typeof CATEGORIES;
type Transition = (typeof TRANSITIONS)[number];

const ISSUE_TYPES = ['Bug', 'Task', 'Story'] as const;
const PRIORITIES = ['Lowest', 'Low', 'Medium', 'High', 'Highest'] as const;
const RESOLUTIONS = ['Done', "Won't Do", 'Duplicate'] as const;
const LINK_TYPES = ['Blocks', 'Duplicates', 'Relates'] as const;
const CATEGORIES = {
  'To Do': 'new',
  'In Progress': 'indeterminate',
  'In Review': 'indeterminate',
  Done: 'done',
} as const;
const TRANSITIONS = [
  { id: '11', name: 'Start progress', from: 'To Do', to: 'In Progress' },
  { id: '21', name: 'Stop progress', from: 'In Progress', to: 'To Do' },
  { id: '31', name: 'Request review', from: 'In Progress', to: 'In Review' },
  { id: '41', name: 'Request changes', from: 'In Review', to: 'In Progress' },
  { id: '51', name: 'Approve', from: 'In Review', to: 'Done' },
  { id: '61', name: 'Close', from: 'To Do', to: 'Done' },
  { id: '71', name: 'Reopen', from: 'Done', to: 'To Do' },
] as const satisfies { id: string; name: string; from: Status; to: Status }[];

export const STATUSES = Object.keys(CATEGORIES);

export const newTracker = () => ({
  accounts: new Map<string, Account>([
    [
      'ada@tracker.example:ATATT-ada-4f1c',
      {
        accountId: '5b10a2844c20165700ede21a',
        displayName: 'Ada Okafor',
        emailAddress: 'ada@tracker.example',
        isAdmin: true,
      },
    ],
    [
      'mo@tracker.example:ATATT-mo-9d07',
      {
        accountId: '5b109f2e9729b51b54dc274d',
        displayName: 'Mo Lindqvist',
        emailAddress: 'mo@tracker.example',
        isAdmin: false,
      },
    ],
  ]),
  projects: new Map<string, Project>(),
  issues: new Map<string, Issue>(),
  comments: new Map<string, Comment>(),
  links: new Map<string, Link>(),
  lastId: 10_000,
});

export const now = () => new Date().toISOString();

export function nextId(tracker: Tracker): string {
  tracker.lastId += 1;
  return String(tracker.lastId);
}

/** Ends the request with messages that belong to fields. */
export function invalid(errors: Record<string, string>, status: 400 | 409 = 400): never {
  throw new HTTPException(status, { cause: errors });
}

/** How a field is read: undefined means that `says` is the answer. */
type Rule<T> = { read: (value: unknown) => T | undefined; says: string };
type Rules = Record<string, Rule<unknown>>;
type Read<R extends Rules, K extends keyof R> = Partial<Values<R>> & Pick<Values<R>, K>;
type Values<R extends Rules> = { [Name in keyof R]: Exclude<ReturnType<R[Name]['read']>, undefined> };

/** Reads an object by its rules; every field that is wrong is told at once. */
export function readFields<R extends Rules, K extends keyof R & string>(
  sent: Body,
  rules: R,
  required: readonly K[],
): Read<R, K> {
  const errors: Record<string, string> = {};
  const values: Body = {};
  for (const name of required) if (sent[name] === undefined) errors[name] = `${name} is required.`;
  for (const [name, value] of Object.entries(sent)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    values[name] = rule?.read(value);
    if (values[name] === undefined) errors[name] = rule?.says ?? `Field '${name}' cannot be set.`;
  }
  return Object.keys(errors).length > 0 ? invalid(errors) : (values as Read<R, K>);
}

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown, most: number, least = 0): value is string =>
  typeof value === 'string' && [...value].length >= least && [...value].length <= most;

export const text = (most: number, pattern: RegExp, says: string): Rule<string> => ({
  read: (value) => (isText(value, most, 1) && pattern.test(value) ? value : undefined),
  says,
});

export const textOrNull = (most: number): Rule<string | null> => ({
  read: (value) => (value === null || isText(value, most) ? value : undefined),
  says: `Must be null or a text of at most ${most} characters.`,
});

export const flag: Rule<boolean> = {
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  says: 'Must be true or false.',
};

const oneOf = <T extends string>(options: readonly T[]): Rule<T> => ({
  read: (value) => options.find((option) => option === value),
  says: `Must be one of ${options.join(', ')}.`,
});

/** An object that names something by one property, such as `{ "key": "ABC-1" }`. */
export const named = (property: string): Rule<string> => ({
  read: (value) => {
    const name = isObject(value) && Object.keys(value).length === 1 ? value[property] : undefined;
    return typeof name === 'string' ? name : undefined;
  },
  says: `Must be an object with the property ${property}.`,
});

const labels: Rule<string[]> = {
  read: (value) =>
    Array.isArray(value) && value.length <= 50 && value.every((one) => isText(one, 255, 1) && /^\S+$/.test(one))
      ? [...new Set<string>(value)].sort()
      : undefined,
  says: 'Must be at most 50 labels of 1 to 255 characters without spaces.',
};

const dateOrNull: Rule<string | null> = {
  read: (value) => (value === null || isDate(value) ? value : undefined),
  says: 'Must be null or a date in the format yyyy-MM-dd.',
};

const isDate = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

/** The fields of an issue that people set; only `members` may be assigned. */
export const issueRules = (members: Account[]) => {
  const account = named('accountId');
  const assignee: Rule<Account | null> = {
    read: (value) => (value === null ? null : members.find(({ accountId }) => accountId === account.read(value))),
    says: 'Must be null or the accountId of a member of the project.',
  };
  const summary = text(255, /^[^\r\n]*\S[^\r\n]*$/, 'Must be one line of 1 to 255 characters that is not blank.');
  const [issueType, priority] = [oneOf(ISSUE_TYPES), oneOf(PRIORITIES)];
  return { summary, description: textOrNull(32_767), issueType, priority, labels, assignee, dueDate: dateOrNull };
};

export const linkRules = { type: oneOf(LINK_TYPES), inwardIssue: named('key'), outwardIssue: named('key') };

export const resolutionRules = { resolution: oneOf(RESOLUTIONS) };

export const membersOf = (tracker: Tracker, { isPrivate }: Project): Account[] =>
  [...tracker.accounts.values()].filter(({ isAdmin }) => isAdmin || !isPrivate);

export const issuesOf = (tracker: Tracker, project: Project): Issue[] =>
  [...tracker.issues.values()].filter((issue) => issue.project === project);

export const linksOf = (tracker: Tracker, issue: Issue): Link[] =>
  [...tracker.links.values()].filter((link) => link.inwardIssue === issue || link.outwardIssue === issue);

export const maySee = (me: Account, { isPrivate }: Project): boolean => me.isAdmin || !isPrivate;

export const maySeeLink = (me: Account, { inwardIssue, outwardIssue }: Link): boolean =>
  maySee(me, inwardIssue.project) && maySee(me, outwardIssue.project);

export const mayEdit = (me: Account, { reporter, assignee }: Issue): boolean =>
  me.isAdmin || me === reporter || me === assignee;

export const transitionById = (id: unknown): Transition | undefined => TRANSITIONS.find((one) => one.id === id);

/** Why this transition cannot be made now; undefined: it can. */
export function obstacle(tracker: Tracker, issue: Issue, { name, from, to }: Transition): string | undefined {
  if (issue.status !== from) return `The transition '${name}' is not available in the status '${issue.status}'.`;
  if (to !== 'Done') return undefined;
  const blocker = linksOf(tracker, issue).find(
    ({ type, inwardIssue, outwardIssue }) =>
      type === 'Blocks' && outwardIssue === issue && inwardIssue.status !== 'Done',
  );
  return blocker && 'The issue is blocked by an issue that is not done.';
}

export const openTransitions = ({ tracker, me }: View, issue: Issue): Transition[] =>
  mayEdit(me, issue) ? TRANSITIONS.filter((one) => obstacle(tracker, issue, one) === undefined) : [];

export const commentsOf = (tracker: Tracker, issue: Issue): Comment[] =>
  [...tracker.comments.values()].filter((comment) => comment.issue === issue);

export function removeIssue(tracker: Tracker, issue: Issue): void {
  for (const { id } of commentsOf(tracker, issue)) tracker.comments.delete(id);
  for (const { id } of linksOf(tracker, issue)) tracker.links.delete(id);
  tracker.issues.delete(issue.key);
}

const BY: Record<string, (a: Issue, b: Issue) => number> = {
  created: () => 0,
  updated: (a, b) => Date.parse(a.updated) - Date.parse(b.updated),
  priority: (a, b) => PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority),
  key: (a, b) => (a.project === b.project ? 0 : a.project.key < b.project.key ? -1 : 1),
};

export const ISSUE_ORDERS = Object.keys(BY).flatMap((name) => [name, `-${name}`]);

/** Ids grow with time and, in a project, with the number of the key. */
export function issueOrder(orderBy: string): (a: Issue, b: Issue) => number {
  const [sign, by] = orderBy.startsWith('-') ? [-1, BY[orderBy.slice(1)]] : [1, BY[orderBy]];
  return (a, b) => sign * ((by?.(a, b) ?? 0) || Number(a.id) - Number(b.id));
}

const shownUser = ({ accountId, displayName, emailAddress }: Account): User => {
  return { accountId, displayName, emailAddress };
};

export const shownStatus = (name: Status) => ({ name, category: CATEGORIES[name] });

export function shownProject({ tracker, base }: View, project: Project) {
  const { lastNumber: _, ...shown } = project;
  const issues = issuesOf(tracker, project);
  const lastIssueUpdateTime =
    issues
      .map(({ updated }) => updated)
      .sort()
      .at(-1) ?? null;
  return {
    ...shown,
    self: `${base}/projects/${project.key}`,
    lead: shownUser(project.lead),
    members: membersOf(tracker, project).map(shownUser),
    insight: { totalIssueCount: issues.length, lastIssueUpdateTime },
  };
}

const linkedIssue = ({ id, key, summary, status }: Issue) => ({ id, key, summary, status: shownStatus(status) });

export const shownLink = ({ id, type, inwardIssue, outwardIssue }: Link) => {
  return { id, type, inwardIssue: linkedIssue(inwardIssue), outwardIssue: linkedIssue(outwardIssue) };
};

export const issueRef = ({ base }: View, { id, key }: Issue) => ({ id, key, self: `${base}/issues/${key}` });

export function shownIssue(view: View, issue: Issue) {
  const { id: _id, key: _key, watchers, project, ...fields } = issue;
  const { id, key, name } = project;
  return {
    ...issueRef(view, issue),
    fields: {
      ...fields,
      project: { id, key, name },
      status: shownStatus(issue.status),
      reporter: shownUser(issue.reporter),
      assignee: issue.assignee && shownUser(issue.assignee),
      watches: { watchCount: watchers.size, isWatching: watchers.has(view.me) },
      commentCount: commentsOf(view.tracker, issue).length,
      issueLinks: linksOf(view.tracker, issue)
        .filter((link) => maySeeLink(view.me, link))
        .map(shownLink),
    },
  };
}

export const shownComment = ({ id, author, body, created, updated }: Comment) => {
  return { id, author: shownUser(author), body, created, updated };
};
