import { sameName } from '../../vocabulary/words-of.ts';
import type { Planning } from './planning.ts';

/** Returns the env-provided parameter that has this name in any spelling; undefined if there is none. */
export function envProvidedParam({ envProvidedParams }: Planning, name: string): string | undefined {
  return envProvidedParams.find((one) => sameName(one, name));
}
