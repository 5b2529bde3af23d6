import { upperSnake } from '#verifier/plan/upper-snake.ts';

/**
 * Path parameters of the spec that the environment provides: publishing declares them, offline a variable `APITEST_PARAM_<NAME>`
 * (or one with `__<PERSONA>`) that is set does (specification §4).
 */
export const providedParams = (spec: string, env: Record<string, string | undefined>): string[] => {
  const set = Object.entries(env).flatMap(([name, value]) => (value ? [name.replace(/__.*$/, '')] : []));
  const names = [...spec.matchAll(/\{([\w.-]{1,100})\}/g)].map((match) => match[1]!);
  return [...new Set(names)].filter((name) => set.includes(`APITEST_PARAM_${upperSnake(name)}`));
};
