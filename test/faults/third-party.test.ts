import { describe, expect, test } from 'vitest';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { readPointer } from '#verifier/plan/json-pointer.ts';
import type { Json } from '#verifier/plan/plan.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import { judgedRun } from '../../bench/detect/judged-run.ts';
import { SubjectMissing } from '../../bench/detect/subject.ts';
import type { Subject } from '../../bench/detect/subject.ts';
import { OVERLAID, THIRD_PARTY_SERVERS } from '../subjects/index.ts';

const RUNS = process.env['FULL_SIZE'] === '1' ? 10 : 1;
/** Builds and starts included, for machines that do other work beside. */
const PATIENCE_MS = 900_000;

/** example-todo has its ten runs in its matrix test. */
const installed = Object.entries({ ...THIRD_PARTY_SERVERS, ...OVERLAID }).filter(([name]) => name !== 'example-todo');

describe.each(installed)('%s', (name, make) => {
  test(
    'runs on the untouched server give no decisive verdict but where its document is broken, as another library sees it',
    async (context) => {
      const subject = await startOrSkip(name, make, context.skip);
      try {
        const before = await lengthsOfLists(subject);
        for (let seed = 1; seed <= RUNS; seed += 1) {
          const { decisive, result } = await judgedRun(subject, seed, instantClock());
          expect(result.residue).toEqual([]);
          expect(decisive.filter(({ isConfirmed, isKnown }) => !isConfirmed || !isKnown)).toEqual([]);
        }
        expect(await lengthsOfLists(subject)).toEqual(before);
      } finally {
        await subject.close();
      }
    },
    PATIENCE_MS,
  );
});

/** A skipped server is said aloud, never a silent pass. Nothing starts without ORACLES=1: it takes seconds to minutes. */
async function startOrSkip(
  name: string,
  make: () => Promise<Subject>,
  skip: (note: string) => never,
): Promise<Subject> {
  try {
    if (process.env['ORACLES'] !== '1') throw new SubjectMissing('ORACLES=1 is not set');
    return await make();
  } catch (error) {
    if (!(error instanceof SubjectMissing)) throw error;
    console.log(`SKIPPED ${name}: ${error.message}`);
    return skip(error.message);
  }
}

/**
 * What the server itself shows of what is left: how many items each list has that a journey adds to. An item that its server keeps as a marked
 * one (an expired silence) counts as away.
 */
async function lengthsOfLists({ bundle, identities, open }: Subject): Promise<Record<string, number>> {
  const server = await open();
  // A pool of its own: some servers close what was idle during the runs.
  const transport = nodeTransport();
  const lists = bundle.plans.filter(({ kind, subject }) => kind === 'create-list' && !subject.includes('{'));
  const lengths: Record<string, number> = {};
  for (const { subject, steps } of lists) {
    const contained = steps.flatMap(({ assert }) => assert).find(({ op }) => op === 'listContains');
    if (contained?.op !== 'listContains') throw new Error(`${subject} is asked for no item`);
    const url = `${server.url}${bundle.basePath}${subject.slice('GET '.length)}`;
    const headers = identities?.owner ?? {};
    const { body } = await transport.send({ method: 'GET', url, headers, timeoutMs: 30_000 });
    const items = Object.values((readPointer(JSON.parse(body) as Json, contained.list) ?? {}) as object);
    lengths[subject] = items.filter((one) => !/"expired"/.test(JSON.stringify(one))).length;
  }
  await transport.close();
  await server.close();
  return lengths;
}
