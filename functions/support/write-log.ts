import type { RequestLog } from '#http/operation.ts';

/** All that a line may say of a request: never headers, paths, queries or bodies. */
const fields = [
  'requestId',
  'operationId',
  'status',
  'durationMs',
  'requestBytes',
  'responseBytes',
  'tenantId',
  'userId',
  'code',
  'isReplay',
] as const satisfies (keyof RequestLog)[];

/** CloudWatch makes metrics of a line that says so (embedded metric format): how often each problem is answered, and where. */
const problemMetrics = [
  {
    Namespace: 'dezycro',
    Dimensions: [['code'], ['operationId', 'code']],
    Metrics: [{ Name: 'problems', Unit: 'Count' }],
  },
];

/** One JSON line a request on stdout; a defect with its stack and causes. */
export const writeLog = (entry: RequestLog): void => {
  process.stdout.write(logLine(entry));
};

/** The line, with its end. */
export const logLine = (entry: RequestLog): string => {
  const { error, code } = entry;
  const said = Object.fromEntries(
    fields.flatMap((name) => (entry[name] === undefined ? [] : [[name, entry[name]] as const])),
  );
  const line = {
    level: error !== undefined ? 'error' : code === undefined ? 'info' : 'warn',
    ...said,
    // How much and how long the gateway counts for each route: only what it cannot see costs bytes here.
    ...(code !== undefined && { problems: 1, _aws: { Timestamp: Date.now(), CloudWatchMetrics: problemMetrics } }),
    ...sampledTrace(),
    ...(error !== undefined && { error: described(error) }),
  };
  return `${JSON.stringify(line)}\n`;
};

/** Leads from the line to its trace, where X-Ray keeps one (decision record 161). */
const sampledTrace = (): { traceId?: string } => {
  const [, traceId] = /^Root=([^;]+).*;Sampled=1/.exec(process.env['_X_AMZN_TRACE_ID'] ?? '') ?? [];
  return traceId === undefined ? {} : { traceId };
};

const described = (error: unknown): object =>
  error instanceof Error
    ? {
        name: error.name,
        message: error.message,
        stack: error.stack,
        ...(error.cause === undefined ? {} : { cause: described(error.cause) }),
      }
    : { message: String(error) };
