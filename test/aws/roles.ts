import { randomUUID } from 'node:crypto';
import type { Capability } from '#contract/capabilities.ts';
import { tasks } from '#contract/tasks.ts';
import { grantsOf } from '../../lib/grants.ts';
import type { Resources } from '../../lib/resources.ts';
import { partitions } from '../../lib/table-rights.ts';
import { callEmulator } from '../support/emulator.ts';
import type { Grant } from '../support/grants.ts';

type Statement = {
  Action: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
} & Record<string, unknown>;
type Policy = { Version: string; Statement: Statement[] };

/** The one inline policy of every function's role (lib/service-function.ts). */
const policyName = 'rights';
const [setOperator, leadingKeys] = ['ForAllValues:StringLike', 'dynamodb:LeadingKeys'];

/** The roles of the deployed functions, on the emulator. */
export class DeployedRoles {
  /** Of roles and functions, by logical id. Their own names are cut off where stacks lie in one another. */
  readonly #names: ReadonlyMap<string, string>;

  private constructor(names: ReadonlyMap<string, string>) {
    this.#names = names;
  }

  static async open(): Promise<DeployedRoles> {
    const stacks = await ask('cloudformation', { Action: 'ListStacks' });
    const names = new Map<string, string>();
    for (const [, StackName = ''] of stacks.matchAll(/<StackId>([^<]+)</g)) {
      const listed = await ask('cloudformation', { Action: 'DescribeStackResources', StackName });
      for (const [, member = ''] of listed.matchAll(/<member>([\s\S]*?)<\/member>/g)) {
        const field = (name: string): string => new RegExp(`<${name}>([^<]+)<`).exec(member)?.[1] ?? '';
        if (['AWS::IAM::Role', 'AWS::Lambda::Function'].includes(field('ResourceType')))
          names.set(field('LogicalResourceId'), field('PhysicalResourceId'));
      }
    }
    return new DeployedRoles(names);
  }

  /** The role of an endpoint (its operation id), a task or a job (its name), as it is called there. Throws unless there is exactly one. */
  nameOf(role: string): string {
    return this.#nameOf(role, 'Role');
  }

  #nameOf(role: string, kind: 'Role' | 'Function'): string {
    const construct = (tasks.find(({ name }) => name === role)?.state ?? role).replaceAll('-', '');
    // Of a name that ends so already, CDK leaves the word out.
    const wanted = new RegExp(`${construct.replace(new RegExp(`${kind}$`), '')}${kind}[0-9A-F]{8}$`);
    const found = [...this.#names].flatMap(([id, name]) => (wanted.test(id) ? [name] : []));
    if (found.length !== 1)
      throw new Error(
        `${found.length} of ${this.#names.size} names look like the ${kind} of ${role}: ${found.join(', ')}`,
      );
    return found[0]!;
  }

  /** Runs `work` while the function of the role limits how much anybody may ask; in a deployment for tests none does. */
  limited<T>(role: string, work: () => Promise<T>): Promise<T> {
    return this.#configured(role, { RATE_LIMITS: 'on' }, work);
  }

  /** Runs `work` with processes of the role's function that start anew, as those of another configuration do: they remember nothing. */
  fresh<T>(role: string, work: () => Promise<T>): Promise<T> {
    return this.#configured(role, { STARTED_FOR: randomUUID() }, work);
  }

  async #configured<T>(role: string, more: Record<string, string>, work: () => Promise<T>): Promise<T> {
    const path = `/2015-03-31/functions/${this.#nameOf(role, 'Function')}/configuration`;
    type Configuration = { Environment: { Variables: Record<string, string> } };
    const { Environment: before } = JSON.parse(await callEmulator('lambda', path, { method: 'GET' })) as Configuration;
    const setTo = (Environment: Configuration['Environment']): Promise<string> =>
      callEmulator('lambda', path, { method: 'PUT', body: JSON.stringify({ Environment }) });
    await setTo({ Variables: { ...before.Variables, ...more } });
    try {
      return await work();
    } finally {
      await setTo(before);
    }
  }

  /** Runs `work` while the role lacks the right, and gives it back whatever happens. */
  async without<T>({ role, right }: Grant, work: () => Promise<T>): Promise<T> {
    const named = { RoleName: this.nameOf(role), PolicyName: policyName };
    const answer = await ask('iam', { Action: 'GetRolePolicy', ...named });
    const before = decodeURIComponent(/<PolicyDocument>([^<]+)</.exec(answer)![1]!);
    const after = JSON.stringify(withoutRight(JSON.parse(before) as Policy, right));
    if (after === JSON.stringify(JSON.parse(before))) throw new Error(`The role of ${role} does not say ${right}.`);
    await ask('iam', { Action: 'PutRolePolicy', ...named, PolicyDocument: after });
    try {
      return await work();
    } finally {
      await ask('iam', { Action: 'PutRolePolicy', ...named, PolicyDocument: before });
    }
  }
}

const versions = { iam: '2010-05-08', cloudformation: '2010-05-15' };

/** One call of a query API. */
const ask = (service: keyof typeof versions, parameters: Record<string, string>): Promise<string> =>
  callEmulator(service, '/', {
    method: 'POST',
    body: new URLSearchParams({ ...parameters, Version: versions[service] }),
  });

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
const models: Resources['languageModel'] = [{ actions: ['bedrock:InvokeModel'], resources: ['*'] }];
const anywhere = new Proxy({ languageModel: models } as Partial<Resources>, {
  get: (target, name) => target[name as 'languageModel'] ?? (name === 'stateMachines' ? anywhere : '*'),
}) as Resources;

const actionsOf = (capability: string): string[] =>
  grantsOf({ uses: [capability as Capability] }, anywhere).flatMap(({ actions }) => actions);
