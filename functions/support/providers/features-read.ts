import { FeatureRepository } from '#adapters/dynamodb/feature-repository.ts';
import type { FeatureReader } from '#domain/ports/feature-repository.ts';
import { tables } from './tables.ts';

export const featureReader = (): FeatureReader => new FeatureRepository(tables);
