import { marshall } from '#adapters/dynamodb/marshall.ts';
import { eventIn } from '#adapters/dynamodb/event-repository.ts';
import { deliveryIn } from '#adapters/dynamodb/webhook-items.ts';
import type { Item } from '#adapters/dynamodb/writes.ts';
import type { Job } from '#contract/jobs.ts';
import type { JobOperation } from '#functions/support/implement-job.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { callEmulator } from './emulator.ts';
import { withTableRights } from './enforce-table-rights.ts';

/** Sets off a job of the service under test, as the clock does, or as the stream does with these new items. Throws where it fails. */
export type RunJob = (job: Job, news?: readonly Item[]) => Promise<void>;

/** What the clock gives a job, as in `functions/jobs/sweep.ts`. */
const byTheClock: Record<string, unknown> = { sweep: { graceSeconds: 120 } };

export const runJobsHere =
  (ports: Record<string, unknown>): RunJob =>
  async (job, news) => {
    const { operation } = (await import(`../../functions/jobs/${job.name}.ts`)) as {
      operation: JobOperation<unknown, unknown>;
    };
    const input = news === undefined ? byTheClock[job.name] : news.map((item) => eventIn(item) ?? deliveryIn(item));
    await withTableRights(job.name, job, () => operation.run(input, ports, systemRuntime));
  };

/** By calling its function on the emulator. */
export const runDeployedJob: RunJob = async (job, news) => {
  const Records = news?.map((item, index) => ({
    dynamodb: { SequenceNumber: `${index}`, NewImage: marshall(item) },
  }));
  await callDeployedJob(job, Records ? { Records } : {});
};

/** What the function of a job answers to one event. Throws where it fails, whole or in part. */
export const callDeployedJob = async <Answer>({ name }: Job, event: object): Promise<Answer> => {
  const path = `/2015-03-31/functions/${await functionOf(name)}/invocations`;
  const answer = await callEmulator('lambda', path, { method: 'POST', body: JSON.stringify(event) });
  const { errorMessage, batchItemFailures = [] } = (JSON.parse(answer) ?? {}) as {
    errorMessage?: string;
    batchItemFailures?: unknown[];
  };
  if (errorMessage !== undefined || batchItemFailures.length > 0) throw new Error(`${name} ended with ${answer}`);
  return JSON.parse(answer) as Answer;
};

const functionNames = new Map<string, Promise<string>>();

const functionOf = (job: string): Promise<string> => {
  const look = async (): Promise<string> => {
    const found = (await deployedFunctions()).find((each) => each.includes(`Jobs${job.replaceAll('-', '')}`));
    if (found === undefined) throw new Error(`No function carries out ${job}.`);
    return found;
  };
  const known = functionNames.get(job) ?? look();
  functionNames.set(job, known);
  return known;
};

/** The names of the functions on the emulator. */
export const deployedFunctions = async (): Promise<string[]> => {
  const names: string[] = [];
  for (let marker = ''; ;) {
    const page = await callEmulator('lambda', `/2015-03-31/functions/?Marker=${marker}`, { method: 'GET' });
    const { Functions, NextMarker } = JSON.parse(page) as {
      Functions: { FunctionName: string }[];
      NextMarker?: string;
    };
    names.push(...Functions.map(({ FunctionName }) => FunctionName));
    if (!NextMarker) return names;
    marker = encodeURIComponent(NextMarker);
  }
};
