import { FeatureRepository } from '#adapters/dynamodb/feature-repository.ts';
import type { FeatureLocator } from '#domain/ports/feature-repository.ts';
import { tables } from './tables.ts';

export const featureLocator = (): FeatureLocator => new FeatureRepository(tables);
