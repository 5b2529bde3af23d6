import { InvitationRepository } from '#adapters/dynamodb/invitation-repository.ts';
import type { InvitationExpirer } from '#domain/ports/invitation-repository.ts';
import { tables } from './tables.ts';

export const invitationExpirer = (): InvitationExpirer => new InvitationRepository(tables);
