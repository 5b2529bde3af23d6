/** Clock and identity source: the domain reads neither clock nor random itself. */
export interface Runtime {
  now(): Date;
  /** A new UUIDv7: time-ordered, so that "newest first by creation" is an order of ids. */
  newId(): string;
  randomBytes(count: number): Uint8Array;
  /** Settles after so many milliseconds, rejects when the signal aborts; for the long poll and for pauses between tries. */
  wait(durationMs: number, signal?: AbortSignal): Promise<void>;
}
