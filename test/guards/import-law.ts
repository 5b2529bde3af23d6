import { posix } from 'node:path';
import type { SourceFile } from './repository.ts';

/** The rings, by where they lie; the first match counts. */
const rings = [
  ['contract', 'src/contract/'],
  ['domain', 'src/domain/'],
  ['http', 'src/http/'],
  ['adapters', 'src/adapters/'],
  ['providers', 'functions/support/providers/'],
  ['tasks', 'functions/tasks/'],
  ['tasks', 'functions/containers/'],
  ['functions', 'functions/'],
  ['planner', 'planner/'],
  ['verifier', 'verifier/'],
  ['builder', 'builder/'],
  ['clients', 'clients/'],
  ['local', 'local/'],
  ['lib', 'lib/'],
  ['bin', 'bin/'],
  ['docs', 'docs/'],
  ['statemachines', 'statemachines/'],
  ['tools', 'scripts/'],
  ['tools', 'bench/'],
  ['tools', 'test/'],
] as const;

type Ring = (typeof rings)[number][0] | 'root';

/** What each ring may import besides itself (ARCHITECTURE.md, "imports point one way"). `tools` may import everything. */
const allowed: Record<Ring, readonly Ring[]> = {
  verifier: [],
  contract: [],
  planner: ['verifier'],
  builder: ['verifier'],
  domain: ['contract', 'planner', 'verifier'],
  http: ['contract', 'domain'],
  adapters: ['contract', 'domain', 'builder'],
  providers: ['contract', 'domain', 'adapters', 'functions'],
  tasks: ['contract', 'domain', 'functions', 'providers'],
  functions: ['contract', 'domain', 'http', 'providers', 'docs'],
  clients: ['contract', 'planner', 'verifier', 'builder'],
  local: ['contract', 'domain', 'http', 'adapters', 'functions', 'builder', 'verifier', 'statemachines'],
  lib: ['contract'],
  bin: ['contract', 'lib'],
  docs: [],
  statemachines: [],
  root: [],
  tools: [],
};

/** Infrastructure reads one file of the adapters: pure data. MCP over HTTP is the same client of ours as on stdio. */
const exceptions: readonly (readonly [Ring, string])[] = [
  ['lib', 'src/adapters/dynamodb/table-schema.ts'],
  ['functions', 'clients/mcp/serve-http.ts'],
];

/** Packages that a ring may import; where a ring is not listed, any. Each has its line in decision record 11. */
const packages: Partial<Record<Ring, readonly RegExp[]>> = {
  verifier: [/^undici$/, /^quickjs-emscripten-core$/, /^@jitl\/quickjs-singlefile-mjs-release-sync$/],
  contract: [/^zod\/mini$/],
  planner: [
    /^(js-)?yaml$/,
    /^mdast-util-(from-markdown|gfm-table)$/,
    /^micromark-extension-gfm-table$/,
    /^@scalar\/openapi-upgrader\/2\.0-to-3\.0$/,
  ],
  builder: [/^esbuild$/, /^hash-wasm$/],
  domain: [],
  http: [],
  adapters: [/^@aws-sdk\//, /^jose$/, /^ai$/, /^@ai-sdk\//, /^stripe$/],
  providers: [/^@aws-sdk\//],
  tasks: [],
  functions: [/^@middy\/core$/],
};

/** `#name/…` → the folder it stands for, as package.json says. */
export type Aliases = Readonly<Record<string, string>>;

/** `#contract/*` → `./src/contract/*` becomes `#contract/` → `src/contract/`. */
export const aliasesOf = (imports: Readonly<Record<string, string>>): Aliases =>
  Object.fromEntries(
    Object.entries(imports).map(([name, path]) => [name.replace('*', ''), path.replace(/^\.\/|\*/g, '')]),
  );

const statement = /^(?:import|export)\b[^;]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** Every import of a file, as written. Comments are not looked at. */
export const importsOf = ({ text }: SourceFile): string[] => {
  const code = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...code.matchAll(statement)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
};

/** One line for each import that breaks the law, or that leads nowhere. `exists` answers for paths from the root. */
export const importLawViolations = (
  files: readonly SourceFile[],
  aliases: Aliases,
  exists: (path: string) => boolean,
): string[] => files.flatMap((file) => importsOf(file).flatMap((to) => violationOf(file.path, to, aliases, exists)));

const violationOf = (from: string, to: string, aliases: Aliases, exists: (path: string) => boolean): string[] => {
  const ring = ringOf(from);
  if (ring === undefined) return [`${from} lies in no ring`];
  if (to.startsWith('node:')) return [];
  const target = targetOf(from, to, aliases);
  if (target === undefined) return packageViolation(from, ring, to);
  const other = ringOf(target);
  if (!exists(target)) return [`${from} imports ${to}, which does not exist`];
  if (other === undefined) return [`${from} imports ${to}, which lies in no ring`];
  const mayImport = ring === other || ring === 'tools' || allowed[ring].includes(other);
  if (!mayImport && !exceptions.some(([which, path]) => which === ring && path === target)) {
    return [`${from} imports ${to}: ${ring} may not import ${other}`];
  }
  const crosses = topOf(from) !== topOf(target);
  const hasAlias = Object.values(aliases).some((folder) => target.startsWith(folder));
  if (crosses && hasAlias && !to.startsWith('#')) return [`${from} imports ${to}: across rings write #…`];
  return [];
};

const packageViolation = (from: string, ring: Ring, to: string): string[] => {
  const known = packages[ring];
  return known === undefined || known.some((pattern) => pattern.test(to))
    ? []
    : [`${from} imports ${to}: ${ring} may not import this package`];
};

const ringOf = (path: string): Ring | undefined =>
  path.includes('/') ? rings.find(([, folder]) => path.startsWith(folder))?.[0] : 'root';

/** Rings of one folder share an alias: `functions/` is one, `src/contract/` another. */
const topOf = (path: string): string => path.split('/', path.startsWith('src/') ? 2 : 1).join('/');

/** The path from the root that an import leads to; undefined for a package. */
export const targetOf = (from: string, to: string, aliases: Aliases): string | undefined => {
  if (to.startsWith('.')) return posix.join(posix.dirname(from), to);
  const alias = Object.keys(aliases).find((name) => to.startsWith(name));
  return alias === undefined ? undefined : aliases[alias] + to.slice(alias.length);
};

const keyFiles = ['keys.ts', 'ranges.ts', 'index-keys.ts'].map((name) => `src/adapters/dynamodb/${name}`);

/** One line for each file that makes key strings by itself: it takes `item`, `range` or a partition from `key-parts.ts`. */
export const keysMadeElsewhere = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => !keyFiles.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^import \{([^}]*)\} from '[^']*\/key-parts\.ts'/gm)].flatMap(([, names = '']) =>
        (names.match(/\b(item|range|runsOfStatus|\w+Partition)\b/g) ?? []).map(
          (name) => `${path} takes ${name}: only keys.ts, ranges.ts and index-keys.ts make keys`,
        ),
      ),
    );
