import { expect, test } from 'vitest';
import type { Plan } from '#verifier/plan/plan.ts';
import { ttyReporter } from '#verifier/reporters/tty-reporter.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import { runCli } from '#test/cli-in-memory.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { bundle, create, gone, list, plan, read, remove } from '#test/things-plans.ts';

const RUN = ['run', '--all', '--base-url', 'http://api.test'];

test('a run whose deletions had no effect does not claim that nothing is left behind', async () => {
  const deleteGone = plan('delete-gone', [create(), remove(), gone()]);
  const inVain = thingsApi((asked) => (asked.method === 'DELETE' ? { status: 204, headers: {}, body: '' } : undefined));
  const summaryOf = async (handler: MemoryHandler) =>
    (await runCli(RUN, bundle([deleteGone]), handler)).stdout.trimEnd().split('\n').at(-1);
  expect(await summaryOf(inVain.handler)).toMatch(
    /^0 passed · 1 failed \(PERSISTENCE\).* · unknown what is left behind · /,
  );
  expect(await summaryOf(thingsApi().handler)).toMatch(/ · nothing left behind · /);
});

test('a failure names the sentences of the requirements that its journeys should have proved', async () => {
  const [passing, failing] = [plan('create-list', [create(), list()]), plan('create-read', [create(), read()])];
  const both = bundle([passing, failing]);
  const { handler } = thingsApi(({ method, path }) =>
    method === 'GET' && /^\/things\/\d+$/.test(path) ? json(500, {}) : undefined,
  );
  const result = JSON.parse((await runCli([...RUN, '--json'], both, handler)).stdout) as ResultDocument;
  const sentence = (text: string, ...proofs: Plan[]) => ({
    sentence: text,
    section: '',
    proofs: [proofs.map(({ journeyId }) => journeyId)],
    missing: [],
  });
  const ready = { ready: 1, needed: 1 };
  let told = '';
  const reporter = ttyReporter({ write: (text) => (told += text), colours: false, live: false });
  const requirements = [sentence('A thing can be read.', passing, failing), sentence('Things are listed.', passing)];
  reporter.start?.({
    bundle: both,
    baseUrl: 'http://api.test',
    again: 'run',
    personas: ready,
    params: ready,
    requirements,
  });
  reporter.end(result);
  expect(told.match(/^ {2}refutes {3}.*$/gm)).toEqual(['  refutes   A thing can be read.']);
});
