import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { fetchOracle } from '../support/fetch-oracle.ts';
import { explainedFindings } from './explained-findings.ts';
import { synthesizeInto } from './synthesized.ts';

/** Two minutes of work for all regions on a quiet machine. */
const PATIENCE_MS = 600_000;

/** Why the oracles cannot run, if they cannot. */
const missing = (): string | undefined => {
  if (process.env['ORACLES'] !== '1') return 'they need Python and minutes: npm run test:templates';
  const { status } = spawnSync('python3', [
    '-c',
    'import sys, venv; sys.exit(0 if sys.version_info >= (3, 10) else 1)',
  ]);
  if (status !== 0) return 'no Python 3.10 or newer with venv';
  return fetchOracle('install-template-checks.sh', 'python3');
};
const reason = missing();
if (reason !== undefined) console.error(`SKIPPED: cfn-lint and checkov: ${reason}`);

const folder = mkdtempSync(join(tmpdir(), 'dezycro-templates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const certificate = (id: string) => `arn:aws:acm:us-east-1:123456789012:certificate/${id}`;

/** What makes resources that a stage has not by itself. */
const everySetting = {
  region: 'us-east-1',
  consoleOrigins: ['https://app.example.com'],
  domain: { name: 'origin.example.com', certificate: certificate('o') },
  edge: { name: 'api.example.com', certificate: certificate('e') },
  budget: { monthlyDollars: 500, mail: 'ops@example.com' },
  backup: { region: 'us-west-2' },
  canaryMinutes: 15,
};

/** Five regions of three partitions; without FULL_SIZE the first alone. */
const regions: [string, object][] = [
  ['eu-west-1', {}],
  ['us-east-1', everySetting],
  ['eu-west-2', {}],
  ['us-gov-west-1', {}],
  ['cn-north-1', { signIn: { issuer: { url: 'https://id.example.cn', audience: 'dezycro' } } }],
];
const chosen = process.env['FULL_SIZE'] === '1' ? regions : regions.slice(0, 1);

/** What a program of `.oracles` prints; its exit code tells of findings only. */
const printed = async (program: string, words: string[]): Promise<string> => {
  const run = promisify(execFile)(program, words, { maxBuffer: 1 << 28 });
  const { stdout } = await run.catch((error: { stdout?: string; stderr?: string }) => {
    if (!error.stdout) throw new Error(`${program} said ${error.stderr}`);
    return error as { stdout: string };
  });
  return stdout;
};

type Lint = { Level: string; Filename: string; Message: string; Rule: { Id: string } };

const lint = async (region: string, templates: string[]): Promise<Lint[]> =>
  JSON.parse(
    await printed('.oracles/cfn-lint/bin/cfn-lint', ['--regions', region, '--format', 'json', '-t', ...templates]),
  );

const errorsIn = (findings: Lint[]): string[] =>
  findings.filter(({ Level }) => Level === 'Error').map(({ Rule, Message }) => `${Rule.Id} ${Message}`);

type Finding = { check_id: string; resource: string };
type Report = { results: { failed_checks: Finding[] }; summary: { parsing_errors: number; passed: number } };

const checkovOn = async (templates: string): Promise<Report> =>
  JSON.parse(
    await printed('.oracles/checkov/bin/checkov', [
      '-d',
      templates,
      '--framework',
      'cloudformation',
      '--quiet',
      '--compact',
      '--output',
      'json',
      // Asks nobody on the network.
      '--skip-download',
    ]),
  );

const unexplained = ({ results }: Report): string[] =>
  results.failed_checks
    .filter(({ check_id: id, resource }) => !explainedFindings[id]?.on.test(resource))
    .map(({ check_id: id, resource }) => `${id} ${resource}`);

describe.skipIf(reason !== undefined)('the templates', () => {
  test.for(chosen)('cfn-lint finds no error in %s', { timeout: PATIENCE_MS }, async ([region, file]) => {
    const templates = synthesizeInto(join(folder, region), { region, ...file });
    const findings = await lint(region, templates);
    expect(errorsIn(findings)).toEqual([]);
    console.log(`cfn-lint, ${region}: ${templates.length} templates, 0 errors, ${findings.length} warnings`);
  });

  test('cfn-lint finds an error that is planted', { timeout: PATIENCE_MS }, async () => {
    const planted = join(folder, 'planted.template.json');
    writeFileSync(planted, '{"Resources": {"B": {"Type": "AWS::S3::Bucket", "Properties": {"Versioned": true}}}}');
    expect(errorsIn(await lint('eu-west-1', [planted]))).toEqual([expect.stringContaining('E3002')]);
  });

  test('no security rule of checkov fails but those with a reason', { timeout: PATIENCE_MS }, async () => {
    const [template] = synthesizeInto(join(folder, 'checked'), everySetting);
    const report = await checkovOn(dirname(template!));
    expect(unexplained(report)).toEqual([]);
    expect(report.summary.parsing_errors).toBe(0);
    const used = new Set(report.results.failed_checks.map(({ check_id: id }) => id));
    expect([...used].toSorted()).toEqual(Object.keys(explainedFindings).toSorted());
    const { failed_checks: failed } = report.results;
    console.log(
      `checkov: ${report.summary.passed} checks hold, ${failed.length} findings of ${used.size} rules, 0 unexplained`,
    );
  });

  test('checkov finds a bucket that is open, and a queue that nobody explains', { timeout: PATIENCE_MS }, async () => {
    const planted = mkdtempSync(join(folder, 'planted-'));
    const Resources = { Open: { Type: 'AWS::S3::Bucket' }, Other: { Type: 'AWS::SQS::Queue' } };
    writeFileSync(join(planted, 'planted.template.json'), JSON.stringify({ Resources }));
    const found = unexplained(await checkovOn(planted));
    expect(found).toEqual(
      expect.arrayContaining(['CKV_AWS_53 AWS::S3::Bucket.Open', 'CKV_AWS_27 AWS::SQS::Queue.Other']),
    );
  });
});

test('each explained finding says why, in a sentence', () => {
  expect(Object.values(explainedFindings).filter(({ reason: why }) => !/^.{30,}\.$/.test(why))).toEqual([]);
});
