import type { Build } from '#domain/builds/build.ts';
import { hasEnded } from '#domain/builds/build-rules.ts';
import type { VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';
import type { Persona } from '#domain/ports/persona-repository.ts';
import { ResultFile } from '#domain/runs/result-file.ts';
import type { TestRun } from '#domain/runs/test-run.ts';
import { auditEntries } from './check-audit.ts';
import { auditSeals } from './check-seals.ts';
import { allowances, generations, tiersOfPeriods } from './check-generations.ts';
import {
  billableUsers,
  caps,
  comparedPlans,
  invoices,
  periods,
  seats,
  separation,
  subscriptions,
  toldRoles,
  toldTiers,
} from './check-billing.ts';
import { difference } from './difference.ts';
import { heldDomains, links } from './check-joining.ts';
import { aboveLimits } from './check-limits.ts';
import { addresses, countedUsers, identityProviders, invitations, signIns, tokens } from './check-users.ts';
import type { Dump, Entry, Kind } from './dump.ts';

/** What holds at rest in every dump (security and reliability §2.2), by its number there; each check gives its violations. */
const checks: Record<string, (dump: Dump) => string[]> = {
  'every key is one of the data model': ({ of }) => of('unknown').map(({ ids }) => ids.join(' ')),
  'I1 counted users and workspaces are those that are there': countedUsers,
  'B1 the provider bills every seat, or is to be told of it': seats,
  'B2 seats make a bounded number of invoices a day': invoices,
  'B3 the renewal of a period bills at least one seat': periods,
  'B4 a cap is there on TEAM and ENTERPRISE only, and holds': caps,
  'B4 the tier is the one that the audit log told last': toldTiers,
  'B5 billable users are within the cap, and none was added above the tier': billableUsers,
  'B6 a role is the one that the audit log told last': toldRoles,
  'B7 a tier that was bought has one subscription, and FREE none': subscriptions,
  'B8 every plan with a customer is compared with the provider': comparedPlans,
  'B9 nothing above a limit was written': aboveLimits,
  'I18 counted projects, features, notebooks, pages and webhooks are those that are there': countedItems,
  'an address belongs to one user': addresses,
  'an invitation leads to its invited user': invitations,
  'a sign-in leads to its own user': signIns,
  'an identity provider leads to the tenant whose it is': identityProviders,
  'tokens, their lists and their counts agree': tokens,
  'I6 I7 I8 a run is whole: entry, manifest and the results in its file': runs,
  'I4 counted runs are the runs': countedRuns,
  'I9 nothing lies in a project or notebook that is gone': orphans,
  'I10 one event for each change of state, gapless': events,
  'I10 what is open is found by the sweep, and nothing else': openWork,
  'I14 B11 AI tokens used and reserved are those of the calls': allowances,
  'B11 a period of AI tokens is of one tier': tiersOfPeriods,
  'I15 a generation counts what it made, and its cases are whole': generations,
  'I19 at most one build of a feature is under way': activeBuilds,
  'a name and a variable for each persona': personas,
  'a feature is found by its id': featurePlaces,
  'a secret for each webhook': webhookSecrets,
  'B10 what gave a right has its audit entry': auditEntries,
  'B10 sealed entries are as they were': auditSeals,
  'B12 who changes users, writes entries or reads keys has changed nothing else': separation,
  'a domain is held by who has added it': heldDomains,
  'a link is found, and used as often as it may be': links,
};

/** Every violation, one line each; none in a healthy dump. */
export const checkDump = (dump: Dump): string[] =>
  Object.entries(checks).flatMap(([name, check]) => check(dump).map((violation) => `${name}: ${violation}`));

function countedItems({ of }: Dump): string[] {
  const counted = (counter: Kind, kind: Kind): string[] => {
    const found = Map.groupBy(of(kind), ({ tenantId, ids }) => `${tenantId}/${ids[0]}`);
    const counters = new Map(
      of(counter).map(({ tenantId, ids, record }) => [`${tenantId}/${ids[0]}`, record['count']]),
    );
    return [...new Set([...found.keys(), ...counters.keys()])].flatMap((name) => {
      const [count, there] = [counters.get(name) ?? 0, found.get(name)?.length ?? 0];
      return count === there ? [] : [`${kind}s of ${name}: counted ${String(count)}, found ${there}`];
    });
  };
  return [
    ...counted('projectCounter', 'project'),
    ...counted('featureCounter', 'feature'),
    ...counted('notebookCounter', 'notebook'),
    ...counted('pageCounter', 'page'),
    ...counted('webhookCounter', 'webhook'),
  ];
}

function runs({ of, read }: Dump): string[] {
  const manifests = of('runManifest').map(({ tenantId, ids }) => `${tenantId}/${ids[1]}`);
  const entries = of('run').map(({ tenantId, ids, record }) => ({
    name: `${tenantId}/${record['runId']}`,
    file: `${tenantId}/projects/${ids[0]}/runs/${record['runId']}/results`,
    run: record as TestRun,
  }));
  const names = entries.map(({ name }) => name);
  return [
    ...difference(names, manifests, 'a run without manifest', 'a manifest without run'),
    ...(read === undefined ? [] : entries.flatMap(({ name, file, run }) => countedResults(name, run, read(file)))),
  ];
}

/** By month, day and quarter of an hour, each with its status. */
function countedRuns({ of }: Dump): string[] {
  const projects = new Set(of('project').map(({ tenantId, ids: [, projectId] }) => `${tenantId}/${projectId}`));
  const ofProject = ({ tenantId, ids: [projectId] }: Entry): string => `${tenantId}/${projectId}`;
  const found = new Map<string, number>();
  for (const run of of('run')) {
    const [, startedAt = ''] = run.ids;
    const status = String(run.record['status']);
    const [date = '', time = ''] = startedAt.split('T');
    const quarter = String(Number(time.slice(0, 2)) * 4 + Math.floor(Number(time.slice(3, 5)) / 15)).padStart(2, '0');
    const places = [`${date.slice(0, -3)} ${date.slice(-2)}${status[0]}`, `${date} ${quarter}${status[0]}`];
    for (const place of places.map((each) => `${ofProject(run)} ${each}`))
      found.set(place, (found.get(place) ?? 0) + 1);
  }
  const counted = new Map(
    [...of('runMonth'), ...of('runDay')].flatMap((entry) =>
      Object.entries(entry.record)
        .filter(([name]) => /^\d\d[RCF]$/.test(name))
        .map(([name, count]) => [`${ofProject(entry)} ${entry.ids[1]} ${name}`, count]),
    ),
  );
  return [...new Set([...found.keys(), ...counted.keys()])].flatMap((place) => {
    const [count, there] = [counted.get(place) ?? 0, found.get(place) ?? 0];
    // A project that is going loses its runs before their counts.
    return count === there || !projects.has(place.split(' ')[0]!) ? [] : [`${place}: counted ${count}, found ${there}`];
  });
}

function countedResults(name: string, run: TestRun, content: Uint8Array | undefined): string[] {
  if (content === undefined) return [`${name}: a run without results`];
  const { results } = new ResultFile(content);
  const { totalTests, passed, failed, skipped, inconclusive } = run;
  const distinct = new Set(results.map(({ testCaseId }) => testCaseId)).size;
  // Earlier versions counted the inconclusive among the skipped.
  const isSum = [skipped, skipped + inconclusive].some((others) => passed + failed + others === totalTests);
  return totalTests === results.length && distinct === results.length && isSum
    ? []
    : [
        `${name}: ${totalTests} = ${passed} + ${failed} + ${skipped} + ${inconclusive}, but ${results.length} results (${distinct} distinct)`,
      ];
}

const belowProject: Kind[] = [
  'feature',
  'featureCounter',
  'document',
  'waiver',
  'workbook',
  'generation',
  'validationCase',
  'caseSet',
  'build',
  'upload',
  'run',
  'webhook',
  'webhookCounter',
  'webhookSecret',
  'delivery',
  'runManifest',
  'hiddenRun',
  'runMonth',
  'runDay',
];

/** The project that an entry lies in, if any. */
function projectOf({ kind, ids, record }: Entry): string | undefined {
  if (belowProject.includes(kind)) return ids[0];
  if (['persona', 'personaSecret', 'personaName', 'personaVariable'].includes(kind) && ids[0]!.startsWith('P#'))
    return ids[0]!.slice(2);
  return kind === 'project' ? (record['id'] as string) : undefined;
}

const inProjects: Kind[] = [...belowProject, 'persona', 'personaSecret', 'personaName', 'personaVariable'];

function orphans({ of, documents }: Dump): string[] {
  const projects = new Set(of('project').map(({ tenantId, ids: [, projectId] }) => `${tenantId}/${projectId}`));
  const items = inProjects.flatMap(of).flatMap((entry) => {
    const projectId = projectOf(entry);
    return projectId === undefined || projects.has(`${entry.tenantId}/${projectId}`)
      ? []
      : [`${entry.kind} ${entry.ids.join('/')}`];
  });
  const notebooks = new Set(of('notebook').map(({ tenantId, ids: [, notebookId] }) => `${tenantId}/${notebookId}`));
  const lost = documents.filter((path) => {
    const [tenantId, kind, id] = path.split('/');
    return !(kind === 'notebooks' ? notebooks : projects).has(`${tenantId}/${id}`);
  });
  return [...items, ...lost.map((path) => `document ${path}`)];
}

type Told = { cursor: number; detail: VerifierStatusUpdate };

function events({ of }: Dump): string[] {
  const told = of('event').map(({ tenantId, record }) => ({ tenantId, ...(record as Told) }));
  const violations = of('eventCounter').flatMap(({ tenantId, record }) => {
    const last = Math.max(0, ...told.filter((event) => event.tenantId === tenantId).map(({ cursor }) => cursor));
    return last === 0 || record['last'] === last
      ? []
      : [`tenant ${tenantId}: last place ${String(record['last'])}, found ${last}`];
  });
  const ids = told.map(({ detail }) => detail.eventId);
  if (new Set(ids).size !== ids.length) violations.push('an event id is there twice');
  const ofFeature = Map.groupBy(told, ({ detail }) => detail.featureId);
  for (const [featureId, its] of ofFeature) {
    const sequences = its.toSorted((a, b) => a.cursor - b.cursor).map(({ detail }) => detail.sequence);
    // Those before the first that is kept have passed their time.
    if (sequences.some((sequence, index) => sequence !== sequences[0]! + index))
      violations.push(`feature ${featureId}: sequence ${sequences.join(' ')}`);
  }
  for (const { record } of of('build')) {
    const build = record as Build;
    const last = (ofFeature.get(build.featureId) ?? []).findLast(({ detail }) => detail.buildId === build.id);
    if (last && last.detail.status !== build.state)
      violations.push(`build ${build.id} is ${build.state}, the last event says ${last.detail.status}`);
  }
  return violations;
}

function openWork({ of }: Dump): string[] {
  const isListed = ({ record }: Entry): boolean => String(record['gsi1pk']).startsWith('OPEN#');
  const wrong = (entries: Entry[], isOpen: (record: Entry['record']) => boolean): string[] =>
    entries.filter((entry) => isListed(entry) !== isOpen(entry.record)).map(({ ids }) => ids.join('/'));
  return [
    ...wrong(of('build'), (record) => !hasEnded(record as Build)).map((name) => `build ${name}`),
    ...wrong(of('generation'), ({ status, isLate }) => status === 'RUNNING' || isLate === true).map(
      (name) => `generation ${name}`,
    ),
    ...wrong(of('user'), ({ invitation }) => invitation !== undefined).map((name) => `invitation of user ${name}`),
    ...wrong(of('runDay'), () => true).map((name) => `day of runs ${name}`),
    ...wrong(of('deletion'), () => true).map((name) => `deletion ${name}`),
    ...wrong(of('delivery'), ({ status }) => status === 'PENDING').map((name) => `delivery ${name}`),
    ...wrong(of('event'), ({ publishedAt }) => publishedAt === undefined).map((name) => `event ${name}`),
  ];
}

function activeBuilds({ of }: Dump): string[] {
  const active = of('build').filter(({ record }) => !hasEnded(record as Build));
  return [...Map.groupBy(active, ({ ids }) => ids[1]!)]
    .filter(([, builds]) => builds.length > 1)
    .map(([featureId, builds]) => `feature ${featureId} has ${builds.length}`);
}

function personas({ of }: Dump): string[] {
  const wanted = of('persona').map(({ tenantId, ids: [container], record }) => {
    const { name, envVar } = record as Persona;
    return { name: [tenantId, container, name.toLowerCase()], variable: [tenantId, container, envVar.toUpperCase()] };
  });
  const held = (kind: Kind) => of(kind).map(({ tenantId, ids }) => [tenantId, ...ids].join('/'));
  const names = wanted.map(({ name }) => name.join('/'));
  const variables = wanted.map(({ variable }) => variable.join('/'));
  const named = of('persona').map(({ tenantId, ids }) => [tenantId, ...ids].join('/'));
  const keeping = of('persona').flatMap(({ record }, at) => ((record as Persona).hasCredentials ? [named[at]!] : []));
  return [
    ...difference(keeping, held('personaSecret'), 'credentials that are missing', 'credentials of nobody'),
    ...difference(names, held('personaName'), 'a name that is not held', 'a name without persona'),
    ...difference(variables, held('personaVariable'), 'a variable that is not held', 'a variable without persona'),
  ];
}

function featurePlaces({ of }: Dump): string[] {
  const features = of('feature').map(({ tenantId, ids }) => [tenantId, ...ids].join('/'));
  const places = of('featurePlace').map(({ tenantId, ids: [featureId], record }) =>
    [tenantId, record['projectId'], featureId].join('/'),
  );
  return difference(features, places, 'a feature that is not found', 'a place without feature');
}

function webhookSecrets({ of }: Dump): string[] {
  const held = (kind: Kind) => of(kind).map(({ tenantId, ids }) => [tenantId, ...ids].join('/'));
  return difference(held('webhook'), held('webhookSecret'), 'a webhook without secret', 'a secret of no webhook');
}
