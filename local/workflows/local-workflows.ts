import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Machine as MachineName, Task } from '#contract/tasks.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { WorkflowStarter } from '#domain/ports/workflow-starter.ts';
import { fromEnvironment } from '#functions/support/from-environment.ts';
import { makePrivateFolder, writeDurably } from '../private-files.ts';
import type { Machine } from './load-machines.ts';

type Execution = { workflow: MachineName; input: Record<string, string> };
/** What a state gives to a container. */
type Parameters = { EnvironmentVariablesOverride: { Name: string; Value: string }[] };
export type RunTask = (task: Task, state: unknown) => Promise<Record<string, unknown>>;

type Options = {
  folder: string;
  machines: readonly Machine[];
  runTask: RunTask;
  /** Instead of what Wait states say; for tests. */
  waitMs?: number;
  /** An execution that ended in an error which its machine did not catch. */
  reportFailure(executionName: string, error: unknown): void;
};

/**
 * The workflows on one machine: the same state machine files, interpreted in this process. An accepted execution is a file
 * in `running/` until it ends; those that a killed process left there start over, since every step may run again.
 */
export class LocalWorkflows {
  readonly #options: Options;
  readonly #running: string;
  readonly #ended: string;
  readonly #underway = new Map<string, Promise<void>>();
  #closing = false;

  constructor(options: Options) {
    this.#options = options;
    this.#running = join(options.folder, 'running');
    this.#ended = join(options.folder, 'ended');
    for (const folder of [this.#running, this.#ended]) makePrivateFolder(folder);
  }

  /** Starts executions of one machine. */
  starterOf(workflow: MachineName): WorkflowStarter {
    return { start: (scope, name, input) => this.#start(scope, name, { workflow, input }) };
  }

  async #start(scope: TenantScope, name: string, execution: Execution): Promise<void> {
    const fileName = `${scope.tenantId}.${name}.json`;
    if (this.#underway.has(fileName) || existsSync(join(this.#ended, fileName))) return;
    const accepted = Promise.withResolvers<void>();
    this.#underway.set(fileName, accepted.promise);
    try {
      await writeDurably(join(this.#running, fileName), [Buffer.from(JSON.stringify(execution))]);
    } catch (error) {
      this.#underway.delete(fileName);
      accepted.resolve();
      throw error;
    }
    void this.#run(fileName, execution).then(accepted.resolve);
  }

  /** Starts over what an earlier process left unfinished. */
  async resume(): Promise<void> {
    for (const fileName of readdirSync(this.#running).filter((name) => name.endsWith('.json'))) {
      const execution = JSON.parse(await readFile(join(this.#running, fileName), 'utf8')) as Execution;
      this.#underway.set(fileName, this.#run(fileName, execution));
    }
  }

  /** Lets what is under way end, for at most so long; the rest starts over with the next process. */
  async close(patienceMs: number): Promise<void> {
    this.#closing = true;
    await Promise.race([Promise.all(this.#underway.values()), wait(patienceMs)]);
  }

  /** Never rejects: an execution's failure is reported, not thrown. */
  async #run(fileName: string, { workflow, input }: Execution): Promise<void> {
    try {
      await this.#interpret(workflow, input);
    } catch (error) {
      this.#options.reportFailure(fileName, error);
      // What fails now may fail because the service stops; the next process decides.
      if (this.#closing) return;
    }
    try {
      await rename(join(this.#running, fileName), join(this.#ended, fileName));
    } catch (error) {
      this.#options.reportFailure(fileName, error);
    }
    this.#underway.delete(fileName);
  }

  async #interpret(workflow: MachineName, input: Record<string, string>): Promise<void> {
    const machine = this.#options.machines.find(({ name }) => name === workflow);
    if (!machine) throw new Error(`There is no state machine ${workflow}.`);
    const { StateMachine } = await import('aws-local-stepfunctions');
    const handlers = [...machine.taskOf].map(([state, task]) => [
      state,
      (given: unknown) => this.#options.runTask(task, task.inContainer ? inputOf(given as Parameters) : given),
    ]);
    // Its own validation takes 150 ms; the machines are validated by tests.
    const interpreter = new StateMachine(machine.definition as never, { validationOptions: { noValidate: true } });
    const { waitMs } = this.#options;
    const waits = Object.entries(machine.definition.States).filter(([, { Type }]) => Type === 'Wait');
    const overrides = {
      taskResourceLocalHandlers: Object.fromEntries(handlers),
      ...(waitMs === undefined ? {} : { waitTimeOverrides: Object.fromEntries(waits.map(([name]) => [name, waitMs])) }),
    };
    await interpreter.run(input, { overrides } as never).result;
  }
}

const inputOf = ({ EnvironmentVariablesOverride: variables }: Parameters): Record<string, unknown> =>
  fromEnvironment(Object.fromEntries(variables.map(({ Name, Value }) => [Name, Value])));
