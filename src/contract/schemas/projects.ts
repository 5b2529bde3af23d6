import { exampled, named, nonBlank, nullable, optional, text, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

const status = z.enum(['ACTIVE', 'ARCHIVED']);
const name = exampled(nonBlank(200), 'Checkout');
const description = exampled(nullable(text(4000)), 'Everything between cart and receipt');

/** Specification §2, Project. */
export const project = named(
  'Project',
  z.object({ id: uuidOut, name: z.string(), description: nullable(z.string()), status, workspaceId: uuidOut }),
);

/** `name` is all that a project needs; PUT needs it too and leaves the rest as it is where omitted (specification §4). */
export const projectFields = named('ProjectFields', z.object({ name, description, status: optional(status) }));
