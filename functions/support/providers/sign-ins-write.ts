import { SignInRepository } from '#adapters/dynamodb/sign-in-repository.ts';
import type { SignInWriter } from '#domain/ports/sign-in.ts';
import { tables } from './tables.ts';

export const signInWriter = (): SignInWriter => new SignInRepository(tables);
