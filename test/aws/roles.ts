import type { Capability } from '#contract/capabilities.ts';
import { tasks } from '#contract/tasks.ts';
import { grantsOf } from '../../lib/grants.ts';
import type { Resources } from '../../lib/resources.ts';
import { partitions } from '../../lib/table-rights.ts';
import type { Grant } from '../support/grants.ts';

type Statement = {
  Action: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
} & Record<string, unknown>;
type Policy = { Version: string; Statement: Statement[] };

/** The one inline policy of every function's role (lib/service-function.ts). */
const policyName = 'rights';
const [setOperator, leadingKeys] = ['ForAllValues:StringLike', 'dynamodb:LeadingKeys'];

/** The roles of the deployed functions, on the emulator at `endpoint`. */
export class DeployedRoles {
  readonly #endpoint: string;
  /** By logical id. Their own names are cut off where stacks lie in one another. */
  readonly #names: ReadonlyMap<string, string>;

  private constructor(endpoint: string, names: ReadonlyMap<string, string>) {
    this.#endpoint = endpoint;
    this.#names = names;
  }

  static async open(endpoint: string): Promise<DeployedRoles> {
    const stacks = await ask(endpoint, 'cloudformation', { Action: 'ListStacks' });
    const names = new Map<string, string>();
    for (const [, StackName = ''] of stacks.matchAll(/<StackId>([^<]+)</g)) {
      const listed = await ask(endpoint, 'cloudformation', { Action: 'DescribeStackResources', StackName });
      for (const [, member = ''] of listed.matchAll(/<member>([\s\S]*?)<\/member>/g)) {
        const field = (name: string): string => new RegExp(`<${name}>([^<]+)<`).exec(member)?.[1] ?? '';
        if (field('ResourceType') === 'AWS::IAM::Role')
          names.set(field('LogicalResourceId'), field('PhysicalResourceId'));
      }
    }
    return new DeployedRoles(endpoint, names);
  }

  /** The role of an endpoint (its operation id), a task or a job (its name), as it is called there. Throws unless there is exactly one. */
  nameOf(role: string): string {
    const construct = (tasks.find(({ name }) => name === role)?.state ?? role).replaceAll('-', '');
    // Of a name that ends so already, CDK leaves the word out.
    const wanted = new RegExp(`${construct.replace(/Role$/, '')}Role[0-9A-F]{8}$`);
    const found = [...this.#names].flatMap(([id, name]) => (wanted.test(id) ? [name] : []));
    if (found.length !== 1)
      throw new Error(`${found.length} of ${this.#names.size} roles look like that of ${role}: ${found.join(', ')}`);
    return found[0]!;
  }

  /** Runs `work` while the role lacks the right, and gives it back whatever happens. */
  async without<T>({ role, right }: Grant, work: () => Promise<T>): Promise<T> {
    const named = { RoleName: this.nameOf(role), PolicyName: policyName };
    const answer = await ask(this.#endpoint, 'iam', { Action: 'GetRolePolicy', ...named });
    const before = decodeURIComponent(/<PolicyDocument>([^<]+)</.exec(answer)![1]!);
    const after = JSON.stringify(withoutRight(JSON.parse(before) as Policy, right));
    if (after === JSON.stringify(JSON.parse(before))) throw new Error(`The role of ${role} does not say ${right}.`);
    await ask(this.#endpoint, 'iam', { Action: 'PutRolePolicy', ...named, PolicyDocument: after });
    try {
      return await work();
    } finally {
      await ask(this.#endpoint, 'iam', { Action: 'PutRolePolicy', ...named, PolicyDocument: before });
    }
  }
}

const versions = { iam: '2010-05-08', cloudformation: '2010-05-15' };

/** One call of a query API. The emulator's root has no secret: its signatures are not looked at. */
const ask = async (
  endpoint: string,
  service: keyof typeof versions,
  parameters: Record<string, string>,
): Promise<string> => {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const credential = `Credential=test/${time.slice(0, 8)}/us-east-1/${service}/aws4_request`;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'x-amz-date': time,
      authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host;x-amz-date, Signature=${'0'.repeat(64)}`,
    },
    body: new URLSearchParams({ ...parameters, Version: versions[service] }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${parameters['Action']} was answered ${response.status}: ${text}`);
  return text;
};

const tableActions = {
  read: new Set(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem']),
  write: new Set(['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem']),
};

const listOf = (value: string | string[]): string[] => [value].flat();

/** The same policy less one right, as docs/grants.md names it. */
export const withoutRight = (policy: Policy, right: string): Policy => {
  const [kind, family] = right.split(' ');
  if (family === undefined) {
    const actions = new Set(actionsOf(right));
    return {
      ...policy,
      Statement: policy.Statement.filter(({ Action }) => !listOf(Action).every((its) => actions.has(its))),
    };
  }
  const actions = tableActions[kind as keyof typeof tableActions];
  const pattern = partitions[family as keyof typeof partitions];
  const left = policy.Statement.flatMap((statement): Statement[] => {
    const keys = statement.Condition?.[setOperator]?.[leadingKeys];
    if (keys === undefined || !listOf(statement.Action).every((its) => actions.has(its))) return [statement];
    const others = listOf(keys).filter((its) => its !== pattern);
    // An empty list of values would be met by everything.
    if (others.length === 0) return [];
    return [{ ...statement, Condition: { ...statement.Condition, [setOperator]: { [leadingKeys]: others } } }];
  });
  return { ...policy, Statement: left };
};

/** Only actions are looked at, so every resource may have the same name. */
const anywhere = new Proxy({}, { get: (_target, name) => (name === 'stateMachines' ? anywhere : '*') }) as Resources;

const actionsOf = (capability: string): string[] =>
  grantsOf({ uses: [capability as Capability] }, anywhere).flatMap(({ actions }) => actions);
