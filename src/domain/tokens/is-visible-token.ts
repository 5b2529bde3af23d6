import type { Actor } from '#domain/access/actor.ts';
import type { Token } from '#domain/ports/token-repository.ts';

/** A workspace token sees, of its user's tokens, only those of its own workspace (decision record 0001). */
export const isVisibleToken = ({ tokenWorkspaceId }: Actor, { workspaceId }: Pick<Token, 'workspaceId'>): boolean =>
  tokenWorkspaceId === null || tokenWorkspaceId === workspaceId;
