import { named, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

/** Specification §2, Workspace. */
export const workspace = named('Workspace', z.object({ id: uuidOut, name: z.string(), tenantId: uuidOut }));
