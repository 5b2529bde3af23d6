import { InvitationRepository } from '#adapters/dynamodb/invitation-repository.ts';
import type { InvitationFinder } from '#domain/ports/invitation-repository.ts';
import { tables } from './tables.ts';

export const invitationFinder = (): InvitationFinder => new InvitationRepository(tables);
