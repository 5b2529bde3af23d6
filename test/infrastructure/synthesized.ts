import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundleFolders, functionList } from '../../lib/bundling/function-list.ts';
import { makeApp } from '../../lib/make-app.ts';
import { parseStageFile } from '../../lib/settings/read-stage-settings.ts';
import type { StageSettings } from '../../lib/settings/stage-settings.ts';

export type Properties = Record<string, unknown>;

export type Resource = {
  template: string;
  id: string;
  Type: string;
  Properties: Properties;
  DeletionPolicy?: string;
  DependsOn?: string[];
};

export type Statement = {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, unknown>;
};

/** What every stage must say. */
export const leastSettings = { account: '123456789012', region: 'eu-west-1', alarmTopic: null };

/** The settings of the stage `dev` with these in its file. */
export const settingsWith = (file: object = {}): StageSettings => ({
  ...parseStageFile({ ...leastSettings, ...file }, 'config/dev.json'),
  stage: 'dev',
});

/** Synthesizes the application once, with empty functions, and answers with the resources of every template. */
export const synthesize = (file: object = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'dezycro-synth-'));
  try {
    return synthesizeInto(folder, file).flatMap((template) => resourcesIn(template, basename(template)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Writes the templates of the application, with empty functions, below the folder; answers with their paths. */
export const synthesizeInto = (folder: string, file: object = {}): string[] => {
  for (const { name } of functionList()) {
    mkdirSync(join(folder, 'functions', name), { recursive: true });
    writeFileSync(join(folder, 'functions', name, 'index.mjs'), `// ${name}`);
  }
  const folders = bundleFolders(join(folder, 'functions'));
  mkdirSync(folders.stamping, { recursive: true });
  writeFileSync(join(folders.stamping, 'stamp-verifier.mjs'), '// stamp-verifier');
  const outputFolder = join(folder, 'cdk.out');
  makeApp(settingsWith(file), folders, outputFolder).synth();
  return readdirSync(outputFolder)
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => join(outputFolder, name));
};

const resourcesIn = (file: string, template: string): Resource[] => {
  const { Resources } = JSON.parse(readFileSync(file, 'utf8')) as { Resources: Record<string, Omit<Resource, 'id'>> };
  return Object.entries(Resources).map(([id, resource]) => ({ ...resource, template, id }));
};

/** What a `Ref` or `Fn::GetAtt` inside the value points at. */
export const referenceIn = (value: unknown): string => {
  const text = JSON.stringify(value);
  const found = /"Ref":"([^"]+)"/.exec(text)?.[1] ?? /"Fn::GetAtt":\["([^"]+)"/.exec(text)?.[1];
  if (found === undefined) throw new Error(`${text} refers to nothing`);
  return found;
};

/** What a role may do. */
export const statementsOf = (role: Resource): Statement[] => policyOf(role).filter(({ Effect }) => Effect === 'Allow');

/** What a role may not do, whatever it may. */
export const refusalsOf = (role: Resource): Statement[] => policyOf(role).filter(({ Effect }) => Effect === 'Deny');

const policyOf = (role: Resource): Statement[] =>
  ((role.Properties['Policies'] ?? []) as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );

export const actionsOf = ({ Action }: Statement): string[] => [Action].flat();
