import { FeatureRepository } from '#adapters/dynamodb/feature-repository.ts';
import type { FeatureWriter } from '#domain/ports/feature-repository.ts';
import { tables } from './tables.ts';

export const featureWriter = (): FeatureWriter => new FeatureRepository(tables);
