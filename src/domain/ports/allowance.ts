import type { TenantScope } from '#domain/access/scope.ts';

/** What is metered (specification §8). */
export type AiOperation = 'TEST_CASE_GENERATION' | 'CHAT' | 'AUTOCOMPLETE' | 'AUTHORING' | 'WORKBOOK_SWEEP';

/** A span of time in which a tenant may spend so many AI tokens; null: as many as it likes. Named by its end. */
export type AllowancePeriod = { resetsAt: string; limit: number | null };

/** What one AI action asks of its tenant's allowance before it begins. */
export type Reservation = {
  callId: string;
  operation: AiOperation;
  /** What such an action takes at most, usually. */
  tokens: number;
  reservedAt: string;
  month: AllowancePeriod;
  day: AllowancePeriod;
};

export interface AllowanceReleaser {
  /** Gives all of a reservation back, as whoever made it; what was settled stays so. */
  release(scope: TenantScope, reservation: Reservation): Promise<void>;
}

export interface AllowanceSettler {
  /**
   * Ends a reservation with what was used by each part of the call, in the periods that it was made in; nothing used gives all of it back.
   * Once: of a call that was settled only parts that it does not know yet are added, and one that reserved nothing is left alone.
   */
  settle(scope: TenantScope, callId: string, used: Readonly<Record<string, number>>): Promise<void>;
}
