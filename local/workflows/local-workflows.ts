import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Machine as MachineName, Task } from '#contract/tasks.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { WorkflowStarter } from '#domain/ports/workflow-starter.ts';
import { fromEnvironment } from '#functions/support/from-environment.ts';
import { makePrivateFolder, writeDurably } from '../private-files.ts';
import { writeAtStart } from '../storage-failure.ts';
import type { Definition } from './definition.ts';
import { interpret, type Surroundings } from './interpret.ts';
import type { Machine } from './load-machines.ts';

/** `starts`: how often a process began it. */
type Execution = { workflow: MachineName; input: Record<string, string>; starts?: number };
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
    return { start: (scope, name, input, ifEnded) => this.#start(scope, name, { workflow, input }, ifEnded) };
  }

  async #start(scope: TenantScope, name: string, execution: Execution, ifEnded?: 'again'): Promise<boolean> {
    const fileName = `${scope.tenantId}.${name}.json`;
    const hasEnded = existsSync(join(this.#ended, fileName));
    if (this.#underway.has(fileName) || (hasEnded && ifEnded !== 'again')) return false;
    const accepted = Promise.withResolvers<void>();
    this.#underway.set(fileName, accepted.promise);
    try {
      await this.#keep(fileName, execution);
    } catch (error) {
      this.#underway.delete(fileName);
      accepted.resolve();
      throw error;
    }
    void this.#run(fileName, execution).then(accepted.resolve);
    return true;
  }

  async #keep(fileName: string, execution: Execution): Promise<void> {
    await writeDurably(join(this.#running, fileName), [Buffer.from(JSON.stringify(execution))]);
  }

  /**
   * Starts over what an earlier process left unfinished, and returns without waiting for it. What was started over before and did not end
   * then either is ended by the state that its machine fails with: it may be what ended the processes.
   */
  async resume(): Promise<void> {
    for (const fileName of readdirSync(this.#running).filter((name) => name.endsWith('.json'))) {
      const execution = JSON.parse(await readFile(join(this.#running, fileName), 'utf8')) as Execution;
      const starts = (execution.starts ?? 1) + 1;
      const kept = await writeAtStart(`the execution ${fileName}`, () =>
        this.#keep(fileName, { ...execution, starts }),
      );
      // Its own writes would be refused too; the next process takes it up, or the sweep.
      if (kept === 'refused') continue;
      this.#underway.set(fileName, this.#run(fileName, execution, starts > MOST_STARTS));
    }
  }

  /** Lets what is under way end, for at most so long; the rest starts over with the next process. */
  async close(patienceMs: number): Promise<void> {
    this.#closing = true;
    await Promise.race([Promise.all(this.#underway.values()), wait(patienceMs)]);
  }

  /** Never rejects: an execution's failure is reported, not thrown. */
  async #run(fileName: string, { workflow, input }: Execution, isGivenUp = false): Promise<void> {
    try {
      await this.#interpret(workflow, input, isGivenUp);
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

  async #interpret(workflow: MachineName, input: Record<string, string>, isGivenUp: boolean): Promise<void> {
    const machine = this.#options.machines.find(({ name }) => name === workflow);
    if (!machine) throw new Error(`There is no state machine ${workflow}.`);
    const { definition, taskOf } = machine;
    const { waitMs, runTask } = this.#options;
    const surroundings: Surroundings = {
      runTask: (state, given) => {
        const task = taskOf.get(state)!;
        return runTask(task, task.inContainer ? inputOf(given as Parameters) : given);
      },
      wait: (seconds) => wait(waitMs ?? seconds * 1000),
      random: Math.random,
    };
    const failing = isGivenUp ? failingState(definition) : undefined;
    if (failing === undefined) await interpret(definition, input, surroundings);
    else await interpret(definition, { ...input, failure: interrupted }, surroundings, failing);
  }
}

/** A build is begun by its first process, and once more by the next. */
const MOST_STARTS = 2;

const interrupted = { Error: 'Interrupted', Cause: 'Two processes ended while it ran.' };

/** Where its first state goes with an error that is caught; undefined for a machine that is started over until it ends. */
const failingState = ({ StartAt, States }: Definition): string | undefined => {
  const first = States[StartAt];
  return first !== undefined && 'Catch' in first ? first.Catch?.[0]?.Next : undefined;
};

const inputOf = ({ EnvironmentVariablesOverride: variables }: Parameters): Record<string, unknown> =>
  fromEnvironment(Object.fromEntries(variables.map(({ Name, Value }) => [Name, Value])));
