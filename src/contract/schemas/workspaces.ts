import { exampled, named, nonBlank, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

/** Specification §2, Workspace. */
export const workspace = named('Workspace', z.object({ id: uuidOut, name: z.string(), tenantId: uuidOut }));

export const workspaceFields = named('WorkspaceFields', z.object({ name: exampled(nonBlank(200), 'Payments') }));
