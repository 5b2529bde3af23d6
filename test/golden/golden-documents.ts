import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FeatureInput, planFeature } from '#planner/plan-feature.ts';
import { OWN_API } from '../subjects/own-api.ts';
import { REFERENCE_SERVERS } from '../subjects/index.ts';
import { todoSubject } from '../subjects/example-todo.ts';
import { SOURCES } from '../../scripts/corpus/documents.ts';
import { unpackSource } from '../../scripts/corpus/unpack-source.ts';
import { thingSpec, text } from '../support/small-spec.ts';
import { tenantPersonas, tenantSpec } from '../support/tenant-spec.ts';
import type { Subject } from '../../bench/detect/subject.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';

/** A document whose plans are recorded. Throws where it cannot be had on this machine: one of the corpus without a registry. */
export type GoldenDocument = { name: string; plan: () => Promise<PlannedFeature> };

/** Ten of the corpus: small enough to plan in seconds, and of every version of OpenAPI and many styles. */
const PUBLIC = [
  'api/apideck.com/crm.json',
  'api/circleci.com.json',
  'api/codat.io/accounting.json',
  'api/discourse.local.json',
  'api/notion.com.json',
  'api/spotify.com.json',
  'openapi/openapi.yaml',
  '3.1/yaml/train-travel.yaml',
  'dist/3.1.yaml',
  'defs/petstore3.json',
];

const planOf = (input: FeatureInput) => () => planFeature(input);

const plannedBy = (open: () => Promise<Subject>) => async () => {
  const { planned, close } = await open();
  await close();
  return planned;
};

/** What the planner's own tests plan most. */
const OF_TESTS: GoldenDocument[] = [
  {
    name: 'test/tenant',
    plan: planOf({ spec: tenantSpec(), personas: tenantPersonas, envProvidedParams: ['workspaceId'] }),
  },
  { name: 'test/things', plan: planOf({ spec: thingSpec({ label: text }), personas: [] }) },
];

const OF_SUBJECTS: GoldenDocument[] = Object.entries(REFERENCE_SERVERS).map(([name, open]) => ({
  name: `subject/${name}`,
  plan: plannedBy(open),
}));

/** A frozen copy of docs/openapi.json: a new endpoint of ours is no change of the planner's rules. */
const OWN: GoldenDocument = {
  name: 'own-api',
  plan: () => planFeature({ spec: readFileSync(new URL('own-api.json', import.meta.url), 'utf8'), ...OWN_API }),
};

const OF_CORPUS: GoldenDocument[] = SOURCES.flatMap((source) =>
  source.documents
    .filter((path) => PUBLIC.includes(path))
    .map((path) => ({
      name: `corpus/${source.name}@${source.version}/${path}`,
      plan: () => planFeature({ spec: readFileSync(join(unpackSource(source), path), 'utf8'), personas: [] }),
    })),
);

/** Every document whose plans test/golden/plans.sha256 records. */
export const GOLDEN_DOCUMENTS: GoldenDocument[] = [
  ...OF_TESTS,
  ...OF_SUBJECTS,
  { name: 'subject/example-todo', plan: plannedBy(todoSubject) },
  OWN,
  ...OF_CORPUS,
];
