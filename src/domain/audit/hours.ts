/** The hour that a time lies in: `2026-11-28T17`, UTC. */
export const hourOf = (time: Date): string => time.toISOString().slice(0, 'yyyy-mm-ddThh'.length);

/** The hour after. */
export const nextHour = (hour: string): string => hourOf(new Date(startOf(hour).getTime() + 3_600_000));

export const startOf = (hour: string): Date => new Date(`${hour}:00:00Z`);
