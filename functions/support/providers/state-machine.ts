import { createStatesClient, StateMachine } from '#adapters/step-functions/state-machine.ts';
import { stateMachineVariable } from '#contract/state-machine-variable.ts';
import type { Machine } from '#contract/tasks.ts';
import type { WorkflowStarter } from '#domain/ports/workflow-starter.ts';
import { variable } from './variable.ts';

/** A provider that starts executions of the machine. */
export const startsExecutions = (machine: Machine) => (): WorkflowStarter =>
  new StateMachine(createStatesClient(), variable(stateMachineVariable(machine)));
