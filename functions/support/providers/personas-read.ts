import { PersonaRepository } from '#adapters/dynamodb/persona-repository.ts';
import type { PersonaReader } from '#domain/ports/persona-repository.ts';
import { tables } from './tables.ts';

export const personaReader = (): PersonaReader => new PersonaRepository(tables);
