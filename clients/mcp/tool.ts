import type * as z from '#contract/schemas/zod.ts';
import type { Call } from '../api/call-api.ts';

/** What a tool does beside reading: nothing, or a write that is safe to repeat, or one that is not. */
type Effect = 'reads' | 'writes once' | 'writes again';

/** One MCP tool. Its schemas are of the contract; what it may do is what its caller's token may do (decision record 4). */
export type Tool = {
  name: string;
  title: string;
  /** What it is for, and what to call next. */
  description: string;
  effect: Effect;
  input: z.ZodMiniObject;
  output: z.ZodMiniType;
  run(args: never, call: Call): Promise<unknown>;
};

export const defineTool = <I extends z.ZodMiniObject, O extends z.ZodMiniType>(
  tool: Omit<Tool, 'input' | 'output' | 'run'> & {
    input: I;
    output: O;
    run(args: z.output<I>, call: Call): Promise<z.output<O>>;
  },
): Tool => tool;
