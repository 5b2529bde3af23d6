import { PersonaRepository } from '#adapters/dynamodb/persona-repository.ts';
import type { PersonaWriter } from '#domain/ports/persona-repository.ts';
import { tables } from './tables.ts';

export const personaWriter = (): PersonaWriter => new PersonaRepository(tables);
