import { InvitationRepository } from '#adapters/dynamodb/invitation-repository.ts';
import type { InvitationAccepter } from '#domain/ports/invitation-repository.ts';
import { tables } from './tables.ts';

export const invitationAccepter = (): InvitationAccepter => new InvitationRepository(tables);
