import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readRequirements } from '#planner/trace/read-requirements.ts';
import { planFeature } from '#planner/plan-feature.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';
import type { Persona } from '#planner/personas/persona.ts';
import { createTracer, type Trace } from '#planner/trace/create-tracer.ts';
import { causesOfGaps } from '#planner/rules/causes-of-gaps.ts';

/** A document of the corpus with its plans. Each requirement has a hand-made trace (`gold`) and the one found. */
export type TracedDocument = {
  name: string;
  isHeldOut: boolean;
  spec: string;
  personas: Persona[];
  planned: PlannedFeature;
  requirements: { sentence: string; gold: string[]; trace: Trace }[];
};

/** By document: true if it was held out when rules were tuned. */
const DOCUMENTS: Record<string, boolean> = {
  conduit: false,
  'trouble-ticket': false,
  scim: false,
  'task-execution': true,
  'service-broker': true,
};

type Gold = { says: string; binds: string[] };

/**
 * Plans the specs of the corpus and traces their requirements. Throws if the hand-made trace does not have one entry
 * per requirement.
 */
export async function readCorpus(): Promise<TracedDocument[]> {
  return Promise.all(Object.entries(DOCUMENTS).map(([name, isHeldOut]) => traced(name, isHeldOut)));
}

async function traced(name: string, isHeldOut: boolean): Promise<TracedDocument> {
  const text = (file: string): string => readFileSync(join(import.meta.dirname, 'corpus', name, file), 'utf8');
  const [document, spec] = [text('requirements.md'), text('openapi.json')];
  const personas = JSON.parse(text('personas.json')) as Persona[];
  const gold = JSON.parse(text('gold.json')) as Gold[];
  const { requirements } = readRequirements(document);
  const planned = await planFeature({
    spec,
    personas,
    requirements: [
      { featureId: '00000000-0000-0000-0000-000000000000', documentId: 'requirements.md', text: document },
    ],
  });
  const trace = createTracer({
    surface: planned.surface,
    personas: personas.map((persona) => persona.name),
    plans: planned.bundle.plans,
    gaps: Object.fromEntries(causesOfGaps(planned)),
  });
  if (requirements.length !== gold.length)
    throw new Error(`${name} has ${requirements.length} requirements and ${gold.length} entries in its gold trace.`);
  return {
    name,
    isHeldOut,
    spec,
    personas,
    planned,
    requirements: requirements.map(({ text: sentence }, at) => {
      const { says = '', binds = [] } = gold[at] ?? {};
      if (says !== sentence) throw new Error(`Entry ${at} of ${name} says "${says}", not "${sentence}".`);
      return { sentence, gold: binds, trace: trace(sentence) };
    }),
  };
}
