/**
 * AWS prices in us-east-1, in dollars (security and reliability §5). Also the assumed times, in ms of a function of 512
 * MB on arm64, for a call of another service and for the function's own work.
 */
export const prices = {
  gatewayPerMillion: 1,
  invocationsPerMillion: 0.2,
  gigabyteSecond: 0.0000133334,
  readUnitsPerMillion: 0.125,
  writeUnitsPerMillion: 0.625,
  objectWritesPerMillion: 5,
  objectReadsPerMillion: 0.4,
  /** KMS, by an elliptic curve: $0.15 for 10,000. */
  signaturesPerMillion: 15,
  logGigabyte: 0.5,
  /** A line of the gateway's access log. */
  accessLogBytes: 280,
  egressGigabyte: 0.09,
  transitionsPerMillion: 25,
  eventsPerMillion: 1,
  /** CodeBuild, ARM Lambda compute with 4 GB. */
  stampingSecond: 0.00004,
  tracesPerMillion: 5,
  /** Of what begins a trace, besides the first of each second; Lambda's own rule. */
  tracedShare: 0.05,
  tableGigabyteMonth: 0.25,
  objectGigabyteMonth: 0.023,
  functionGigabytes: 0.5,
  roundTripMs: 4,
  ownMs: 1,
} as const;

/** Seconds that a function runs for a request or a job with so many calls of other services. */
export const functionSecondsOf = ({ roundTrips }: { roundTrips: number }): number =>
  (prices.ownMs + roundTrips * prices.roundTripMs) / 1000;
