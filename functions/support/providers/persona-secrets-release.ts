import { PersonaRepository } from '#adapters/dynamodb/persona-repository.ts';
import type { PersonaSecrets } from '#domain/ports/persona-repository.ts';
import { tables } from './tables.ts';

export const personaSecrets = (): PersonaSecrets => new PersonaRepository(tables);
