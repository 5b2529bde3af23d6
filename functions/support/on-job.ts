import type { Capability } from '#contract/capabilities.ts';
import type { Job } from '#contract/jobs.ts';
import type { StoredEvent } from '#domain/events/verifier-status-update.ts';
import type { Ports } from '#domain/ports/ports.ts';
import type { Delivery } from '#domain/ports/webhook-repository.ts';
import type { JobOperation } from './implement-job.ts';
import { deliveryInImage, eventInImage } from './providers/stream-image.ts';
import { systemRuntime } from './runtime.ts';

type UsesOf<J> = J extends { uses: readonly (infer U)[] } ? U & Capability : never;

/** Exactly one provider for each capability that the job declares: a missing or surplus one does not compile. */
export type JobProviders<J extends Job> = { [C in UsesOf<J> & keyof Ports]: () => Ports[C] };

export const portsOnce = (providers: object): (() => Record<string, unknown>) => {
  let ports: Record<string, unknown> | undefined;
  return () =>
    (ports ??= Object.fromEntries(
      Object.entries(providers as Record<string, () => unknown>).map(([name, provide]) => [name, provide()]),
    ));
};

/** The Lambda entry of a job that the clock sets off. */
export const onSchedule = <Input, Output, J extends Job>(
  operation: JobOperation<Input, Output, J>,
  input: Input,
  providers: JobProviders<J>,
): (() => Promise<Output>) => {
  const ports = portsOnce(providers);
  return () => operation.run(input, ports(), systemRuntime);
};

type StreamRecord = { dynamodb?: { SequenceNumber?: string; NewImage?: Parameters<typeof eventInImage>[0] } };
type StreamAnswer = { batchItemFailures: { itemIdentifier: string }[] };

/**
 * The Lambda entry of a job that new events set off: a batch of the table's stream. What was not done is reported by the first record of
 * it: the stream goes on there.
 */
export const onEvents = <J extends Job>(
  operation: JobOperation<readonly StoredEvent[], StoredEvent[], J>,
  providers: JobProviders<J>,
): ((batch: { Records: StreamRecord[] }) => Promise<StreamAnswer>) => {
  const ports = portsOnce(providers);
  return async ({ Records }) => {
    const found = Records.flatMap(({ dynamodb = {} }) => {
      const event = eventInImage(dynamodb.NewImage);
      return event ? [{ event, itemIdentifier: dynamodb.SequenceNumber! }] : [];
    });
    const left = await operation.run(
      found.map(({ event }) => event),
      ports(),
      systemRuntime,
    );
    const first = found.find(({ event }) => left.includes(event));
    return { batchItemFailures: first ? [{ itemIdentifier: first.itemIdentifier }] : [] };
  };
};

/**
 * The Lambda entry of the job that delivers: a batch of the table's stream, or the clock. What a
 * webhook does fails no batch; what our own side does is thrown, and due again.
 */
export const onDeliveries = <Output, J extends Job>(
  operation: JobOperation<readonly Delivery[] | undefined, Output, J>,
  providers: JobProviders<J>,
): ((trigger: { Records?: StreamRecord[] }) => Promise<StreamAnswer>) => {
  const ports = portsOnce(providers);
  return async ({ Records }) => {
    const fresh = Records?.flatMap(({ dynamodb = {} }) => deliveryInImage(dynamodb.NewImage) ?? []);
    await operation.run(fresh, ports(), systemRuntime);
    return { batchItemFailures: [] };
  };
};
