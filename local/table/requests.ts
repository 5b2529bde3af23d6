import { unsupported } from './service-error.ts';

/** The input of one operation, in wire form. */
export type Input = Readonly<Record<string, unknown>>;

/** A setting that is not known here would be dropped in silence: it is refused by name. */
export function refuseUnknownFields(operation: string, input: Input, known: readonly string[]): void {
  const unknown = Object.keys(input).find((key) => !known.includes(key));
  if (unknown !== undefined) throw unsupported(`${unknown} in ${operation}`);
}
