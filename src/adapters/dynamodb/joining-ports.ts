import type { Ports } from '#domain/ports/ports.ts';
import { DomainRepository } from './domain-repository.ts';
import { InvitationRepository } from './invitation-repository.ts';
import { JoinRepository } from './join-repository.ts';
import { LinkRepository, LinkUses } from './link-repository.ts';
import { SignInRepository } from './sign-in-repository.ts';
import { TenantClosing } from './tenant-closing.ts';
import type { Tables } from './record.ts';

/** The ways into a tenant, and out of it. */
export const joiningPorts = (tables: Tables) =>
  ({
    'invitations:find': new InvitationRepository(tables),
    'invitations:accept': new InvitationRepository(tables),
    'invitations:expire': new InvitationRepository(tables),
    'users:join': new JoinRepository(tables),
    'links:use': new LinkUses(tables),
    'links:read': new LinkRepository(tables),
    'links:create': new LinkRepository(tables),
    'links:delete': new LinkRepository(tables),
    'domains:read': new DomainRepository(tables),
    'domains:add': new DomainRepository(tables),
    'domains:hold': new DomainRepository(tables),
    'domains:delete': new DomainRepository(tables),
    'sign-ins:write': new SignInRepository(tables),
    'tenants:close': new TenantClosing(tables),
  }) satisfies Partial<Ports>;
