import type { Plan } from '../../plan/plan.ts';
import { upperSnake } from '../../plan/upper-snake.ts';

/**
 * The value of a plan input from the environment, or the name of the missing variable. `<ENV>__<PERSONA>` wins over
 * `<ENV>`. An empty variable counts as unset. Specification §4.
 */
export function readParameter(
  plan: Plan,
  name: string,
  persona: string | null,
  env: Record<string, string | undefined>,
): { value: string } | { variable: string } {
  const variable = plan.inputs[name]?.env ?? `APITEST_PARAM_${upperSnake(name)}`;
  const own = persona === null ? undefined : env[`${variable}__${upperSnake(persona)}`];
  const value = [own, env[variable]].find((one) => one !== undefined && one !== '');
  return value === undefined ? { variable } : { value };
}
