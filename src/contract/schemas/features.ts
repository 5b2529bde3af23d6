import { dateTime, exampled, named, nonBlank, nullable, optional, text, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

const name = exampled(nonBlank(200), 'Refunds');
const description = exampled(nullable(text(4000)), 'A customer gets money back for a paid order');

/** The fields of a feature (decision record 0004). */
export const feature = named(
  'Feature',
  z.object({
    id: uuidOut,
    name: z.string(),
    description: nullable(z.string()),
    status: z.enum(['DRAFT', 'SPEC_PUBLISHED', 'VERIFIED']),
    specHash: nullable(z.string()),
    currentBuildId: nullable(uuidOut),
    createdAt: dateTime,
    updatedAt: dateTime,
  }),
);

/** The path parameters of everything that belongs to a feature. */
export const featureLocation = named(
  'FeatureLocation',
  z.object({ workspaceId: uuidOut, projectId: uuidOut, featureId: uuidOut }),
);

export const newFeature = named('NewFeature', z.object({ name, description }));

/** Omitted fields stay as they are. */
export const featureChanges = named('FeatureChanges', z.object({ name: optional(name), description }));
