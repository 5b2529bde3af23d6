/** A JSON value of an execution's state. */
export type State = Record<string, unknown>;

export type Retrier = {
  ErrorEquals: string[];
  MaxAttempts: number;
  IntervalSeconds?: number;
  BackoffRate?: number;
  MaxDelaySeconds?: number;
  JitterStrategy?: 'FULL';
};
export type Catcher = { ErrorEquals: string[]; ResultPath: string; Next: string };
type Onward = { Next?: string; End?: true };
type Failing = { Retry?: Retrier[]; Catch?: Catcher[]; ResultPath?: string | null };

export type TaskState = { Type: 'Task'; Resource: string; Parameters?: State; TimeoutSeconds?: number } & Failing &
  Onward;
export type MapState = {
  Type: 'Map';
  ItemsPath: string;
  ItemSelector: State;
  MaxConcurrency: number;
  ItemProcessor: Definition;
} & Failing &
  Onward;
export type ChoiceRule = { Variable: string; BooleanEquals?: boolean; IsPresent?: boolean; Next: string };
export type MachineState =
  | TaskState
  | MapState
  | { Type: 'Choice'; Choices: ChoiceRule[]; Default: string }
  | ({ Type: 'Wait'; Seconds: number } & Onward)
  | ({ Type: 'Pass'; Result: unknown; ResultPath: string } & Onward)
  | { Type: 'Succeed' };

/** A state machine in the part of Amazon States Language that `interpret` knows. */
export type Definition = { StartAt: string; TimeoutSeconds?: number; States: Record<string, MachineState> };

/** By object: the fields that are known. A comment may stand anywhere. */
const fields = {
  machine: ['StartAt', 'States', 'TimeoutSeconds'],
  processor: ['StartAt', 'States', 'ProcessorConfig'],
  Task: ['Resource', 'Parameters', 'TimeoutSeconds', 'ResultPath', 'Retry', 'Catch', 'Next', 'End'],
  Map: ['ItemsPath', 'ItemSelector', 'MaxConcurrency', 'ItemProcessor', 'ResultPath', 'Catch', 'Next', 'End'],
  Choice: ['Choices', 'Default'],
  rule: ['Variable', 'BooleanEquals', 'IsPresent', 'Next'],
  Wait: ['Seconds', 'Next', 'End'],
  Pass: ['Result', 'ResultPath', 'Next', 'End'],
  Succeed: [],
  retrier: ['ErrorEquals', 'MaxAttempts', 'IntervalSeconds', 'BackoffRate', 'MaxDelaySeconds', 'JitterStrategy'],
  catcher: ['ErrorEquals', 'ResultPath', 'Next'],
} satisfies Record<string, string[]>;

/** The error names of States Language with a meaning of their own that are known. */
const reserved = ['States.ALL', 'States.Timeout'];

/** What a definition has that `interpret` does not know, one line each; a machine with any must not be run. */
export const unknownParts = (definition: object, kind: 'machine' | 'processor' = 'machine'): string[] => {
  const { States: states = {} } = definition as { States?: Record<string, State> };
  return [
    ...strayFields('the machine', definition, kind),
    ...Object.entries(states).flatMap(([name, state]) => unknownIn(name, state)),
  ];
};

const unknownIn = (name: string, state: State): string[] => {
  const type = state['Type'] as string;
  if (!['Task', 'Map', 'Choice', 'Wait', 'Pass', 'Succeed'].includes(type)) return [`${name}: Type ${type}`];
  const listed = (key: string): State[] => (state[key] as State[] | undefined) ?? [];
  const processor = state['ItemProcessor'] as object | undefined;
  const errors = [...listed('Retry'), ...listed('Catch')].flatMap((each) => each['ErrorEquals'] as string[]);
  const paths = [state, ...listed('Catch'), ...listed('Choices')].flatMap((each) =>
    ['ItemsPath', 'ResultPath', 'Variable'].flatMap((key) => (typeof each[key] === 'string' ? [each[key]] : [])),
  );
  return [
    ...strayFields(name, state, type as 'Task'),
    ...listed('Retry').flatMap((each) => strayFields(`${name}.Retry`, each, 'retrier')),
    ...listed('Catch').flatMap((each) => strayFields(`${name}.Catch`, each, 'catcher')),
    ...listed('Choices').flatMap((each) => strayFields(`${name}.Choices`, each, 'rule')),
    ...errors
      .filter((error) => error.startsWith('States.') && !reserved.includes(error))
      .map((error) => `${name}: error ${error}`),
    ...paths.filter((path) => !isPath(path)).map((path) => `${name}: path ${path}`),
    ...[...templatePaths(state['Parameters']), ...templatePaths(state['ItemSelector'])]
      .filter((path) => !isPath(path) && path !== '$$.Map.Item.Value')
      .map((path) => `${name}: path ${path}`),
    ...(processor ? unknownParts(processor, 'processor') : []),
  ];
};

const strayFields = (at: string, object: object, kind: keyof typeof fields): string[] =>
  Object.keys(object)
    .filter((key) => !['Type', 'Comment', ...fields[kind]].includes(key))
    .map((key) => `${at}: ${key}`);

const isPath = (path: string): boolean => /^\$(\.\w+)*$/.test(path);

const templatePaths = (template: unknown): string[] => {
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([key, value]) =>
    key.endsWith('.$') ? [String(value)] : templatePaths(value),
  );
};
