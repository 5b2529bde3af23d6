import { end, startRun } from './model.ts';
import type { Repository, User, Workflow } from './model.ts';

const NORTHWIND: User = { id: 70_411, login: 'northwind' };
const MIRA: User = { id: 81_290, login: 'mira-holt' };
const RAVI: User = { id: 93_377, login: 'ravi-sen' };

export const usersByToken = new Map([
  ['Bearer plt_mira_7Qx2', MIRA],
  ['Bearer plt_ravi_M4e9', RAVI],
]);

const dryRun = {
  name: 'dry_run',
  description: 'Go through the steps without publishing anything',
  type: 'boolean' as const,
  required: false,
  default: 'false',
  options: [],
};

const ci = (id: number): Workflow => ({
  id,
  name: 'CI',
  file: 'ci.yml',
  state: 'active',
  events: ['push', 'workflow_dispatch'],
  inputs: [
    {
      name: 'log_level',
      description: 'How much the build prints',
      type: 'choice',
      required: false,
      default: 'info',
      options: ['debug', 'info', 'warning'],
    },
  ],
  jobs: ['test', 'build'],
  artifact: { name: 'dist', size: 1_482_330 },
  runCount: 0,
});

const deploy = (id: number): Workflow => ({
  id,
  name: 'Deploy',
  file: 'deploy.yml',
  state: 'active',
  events: ['workflow_dispatch'],
  inputs: [
    {
      name: 'environment',
      description: 'Where to deploy to',
      type: 'choice',
      required: true,
      default: null,
      options: ['staging', 'production'],
    },
    { name: 'note', description: 'Goes to the log', type: 'string', required: false, default: null, options: [] },
    dryRun,
  ],
  jobs: ['deploy'],
  artifact: null,
  runCount: 0,
});

const nightly = (id: number): Workflow => ({
  id,
  name: 'Nightly checks',
  file: 'nightly.yml',
  state: 'active',
  events: ['schedule'],
  inputs: [],
  jobs: ['links', 'licences'],
  artifact: { name: 'report', size: 20_118 },
  runCount: 0,
});

const release = (id: number): Workflow => ({
  id,
  name: 'Release (old)',
  file: 'release.yml',
  state: 'disabled_manually',
  events: ['workflow_dispatch'],
  inputs: [dryRun],
  jobs: ['publish'],
  artifact: null,
  runCount: 0,
});

type About = Pick<Repository, 'newId' | 'name' | 'description' | 'private' | 'createdAt'>;

const newRepository = ({ newId, ...about }: About): Repository => ({
  ...about,
  newId,
  id: newId(),
  owner: NORTHWIND,
  writers: [MIRA],
  readers: about.private ? [] : [RAVI],
  refs: new Map([
    ['main', { sha: '9c1f0be2a5d84a7f0c36e1d2b7a94f5583e6d011', passes: true }],
    ['v1.4.0', { sha: '41d6a0c88f27b93e5a1c0d9be2f7346510ab8c7d', passes: true }],
    ['feature/gift-cards', { sha: 'e70b5c2d19fa4836bd01c7a2985e6f34120d9b8a', passes: false }],
  ]),
  workflows: (about.private ? [ci] : [ci, deploy, nightly, release]).map((make) => make(newId())),
  runs: new Map(),
  variables: new Map(),
  secrets: new Map(),
});

/** A run of the past, through which the first workflow of a repository went when something was pushed. */
function pastRun(repository: Repository, ref: string, day: string): void {
  const [workflow] = repository.workflows;
  if (workflow === undefined) return;
  const at = (time: string) => `${day}T${time}.000Z`;
  const run = startRun(repository, { workflow, event: 'push', ref, inputs: {}, actor: MIRA }, at('08:00:02'));
  run.attempts[0].startedAt = at('08:00:09');
  end(run, run.commit.passes ? 'success' : 'failure', at('08:04:41'));
}

export function firstRepositories(): Repository[] {
  let lastId = 48_210_300;
  const newId = () => (lastId += 1);
  const storefront = newRepository({
    newId,
    name: 'storefront',
    description: 'The web shop',
    private: false,
    createdAt: '2025-03-04T10:12:45.000Z',
  });
  const payroll = newRepository({
    newId,
    name: 'payroll',
    description: null,
    private: true,
    createdAt: '2025-06-19T14:30:10.000Z',
  });
  pastRun(storefront, 'v1.4.0', '2026-02-11');
  pastRun(storefront, 'feature/gift-cards', '2026-02-12');
  pastRun(payroll, 'main', '2026-02-13');
  return [storefront, payroll];
}
