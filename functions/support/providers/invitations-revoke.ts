import { UserRepository } from '#adapters/dynamodb/user-repository.ts';
import type { InvitationRevoker } from '#domain/ports/user-repository.ts';
import { tables } from './tables.ts';

export const invitationRevoker = (): InvitationRevoker => new UserRepository(tables);
