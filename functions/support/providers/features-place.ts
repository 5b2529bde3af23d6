import { FeatureRepository } from '#adapters/dynamodb/feature-repository.ts';
import type { FeaturePlacer } from '#domain/ports/feature-repository.ts';
import { tables } from './tables.ts';

export const featurePlacer = (): FeaturePlacer => new FeatureRepository(tables);
