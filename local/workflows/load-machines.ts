import { readFileSync } from 'node:fs';
import { tasks, type Task } from '#contract/tasks.ts';
import { type Definition, unknownParts } from './definition.ts';

/** A machine of `statemachines/`, with the task behind each of its Task states. */
export type Machine = { name: Task['machine']; definition: Definition; taskOf: Map<string, Task> };

/**
 * Every machine that the tasks name. Throws where it has a part that is not interpreted, and unless its Task states and its tasks are the
 * same set: a Catch would hide a missing one.
 */
export const loadMachines = (folder: URL, known: readonly Task[] = tasks): Machine[] => {
  const names = [...new Set(known.map(({ machine }) => machine))];
  return names.map((name) => {
    const definition = JSON.parse(readFileSync(new URL(`${name}.asl.json`, folder), 'utf8')) as Definition;
    const unknown = unknownParts(definition);
    if (unknown.length > 0) throw new Error(`${name} has parts that are not interpreted: ${unknown.join(', ')}`);
    const taskOf = new Map(known.filter(({ machine }) => machine === name).map((task) => [task.state, task]));
    const states = taskStates(definition);
    const missing = states.filter((state) => !taskOf.has(state));
    const unused = [...taskOf.keys()].filter((state) => !states.includes(state));
    if (missing.length > 0 || unused.length > 0)
      throw new Error(
        `${name}: states without a task [${missing.join(', ')}], tasks without a state [${unused.join(', ')}]`,
      );
    return { name, definition, taskOf };
  });
};

/** Names of the Task states, those inside Map included. */
const taskStates = ({ States }: Definition): string[] =>
  Object.entries(States).flatMap(([name, state]) =>
    state.Type === 'Map' ? taskStates(state.ItemProcessor) : state.Type === 'Task' ? [name] : [],
  );
