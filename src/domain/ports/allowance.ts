import type { TenantScope } from '#domain/access/scope.ts';

/** What is metered (specification §8). */
export type AiOperation = 'TEST_CASE_GENERATION' | 'CHAT' | 'AUTOCOMPLETE' | 'AUTHORING' | 'WORKBOOK_SWEEP';

/** A span of time in which a tenant may spend so many AI tokens on one tier; `limit` null: as many as it likes. `name` is no other span's. */
export type AllowancePeriod = { name: string; startsAt: string; resetsAt: string; limit: number | null };

/** AI tokens of a period that actions have used, and that those under way have reserved. */
export type UsedAllowance = { used: number; reserved: number };

export interface AllowanceReader {
  /** Strongly consistent. */
  get(
    scope: TenantScope,
    periods: { month: AllowancePeriod; day: AllowancePeriod },
  ): Promise<{
    month: UsedAllowance;
    day: UsedAllowance;
  }>;
}

/** What one AI action asks of its tenant's allowance before it begins. */
export type Reservation = {
  callId: string;
  operation: AiOperation;
  /** What such an action takes at most, usually. */
  tokens: number;
  reservedAt: string;
  month: AllowancePeriod;
  day: AllowancePeriod;
  /** Done with the tenant's own LLM key: written down, counted in no period. */
  own?: true;
};

export interface AllowanceReserver {
  /** All of a reservation or nothing. Throws AI_ALLOWANCE_EXHAUSTED or DAILY_AI_CAP_REACHED. */
  reserve(scope: TenantScope, reservation: Reservation): Promise<void>;
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
