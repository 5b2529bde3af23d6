import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { CopiedSeal } from '#domain/audit/audit-seal.ts';
import { unmarshall } from '#adapters/dynamodb/marshall.ts';

/** What an item is about, read from its key. */
export type Entry = {
  tenantId: string;
  kind: Kind;
  /** What the key names, outermost first: ids, hashes, containers. */
  ids: string[];
  record: Record<string, unknown>;
};

/** Key → kind, as docs/data-model.md has it; what follows the tenant's prefix, a blank, the sort key. */
const kinds = {
  tenant: /^ TENANT$/,
  billing: /^ BILL$/,
  plan: /^#PLAN PLAN$/,
  checkout: /^#PLAN CHECKOUT$/,
  paymentCustomer: /^STRIPE#CUS#(.+) C$/,
  user: /^ USER#(.+)$/,
  workspace: /^ WS#(.+)$/,
  token: /^PAT#(.+) A$/,
  address: /^ ADDR#(.+)$/,
  invitation: /^INV#(.+) I$/,
  link: /^#INV (.+)$/,
  domain: /^#DOM (.+)$/,
  domainHolder: /^DOM#(.+) D$/,
  email: /^EMAIL#(.+) E$/,
  subject: /^SUB#(.+) S$/,
  tokenOfUser: /^#U#(.+) PAT#(.+)$/,
  tokenCounter: /^#U#(.+) TOKENS$/,
  deletion: /^#W#([^#]+) GONE#(.+)$/,
  projectCounter: /^#W#([^#]+) COUNT$/,
  featureCounter: /^#P#([^#]+) COUNT$/,
  notebookCounter: /^#W#([^#]+) NBCOUNT$/,
  notebook: /^#W#([^#]+) NB#(.+)$/,
  pageCounter: /^#W#[^#]+ PGCOUNT#(.+)$/,
  page: /^#W#[^#]+ PG#([^#]+)#(.+)$/,
  project: /^#W#(.+) P#(.+)$/,
  feature: /^#P#([^#]+) F#(.+)$/,
  featurePlace: /^#FID (.+)$/,
  build: /^#P#([^#]+) VB#(.+)#(.+)$/,
  workbook: /^#P#([^#]+) WB#(.+)$/,
  waiver: /^#P#([^#]+) CW#(.+)#(.+)$/,
  upload: /^#P#([^#]+) UP#(.+)#(.+)$/,
  document: /^#P#([^#]+) DOC#(.+)#(.+)$/,
  generation: /^#P#([^#]+) GW#(.+)$/,
  validationCase: /^#P#([^#]+)#VC F#(.+)#(.+)#(\d+)$/,
  caseSet: /^#P#([^#]+)#VC G#(.+)$/,
  allowance: /^#TOK ([MD])#(.+)$/,
  aiCall: /^#TOK C#(.+)$/,
  run: /^#P#([^#]+)#RUN R#(.+)#(.+)$/,
  runMonth: /^#P#([^#]+)#RUN C#M#(.+)$/,
  runDay: /^#P#([^#]+)#RUN C#D#(.+)$/,
  runManifest: /^#P#([^#]+)#RUN ID#(.+)$/,
  waitingRun: /^#P#([^#]+)#RUN W#([^#]+)#(.+)$/,
  hiddenRun: /^#P#([^#]+)#RUN X#(.+)$/,
  personaSecret: /^#PSEC (T|[WP]#[^#]+)#([^#]+)$/,
  personaName: /^#PER N#(.+?)#([^#]*)$/,
  personaVariable: /^#PER E#(.+?)#([^#]*)$/,
  persona: /^#PER (T|[WP]#[^#]+)#([^#]+)$/,
  webhookCounter: /^#WH ([^#]+)#COUNT$/,
  webhook: /^#WH ([^#]+)#W#(.+)$/,
  webhookSecret: /^#WSEC ([^#]+)#(.+)$/,
  delivery: /^#WD ([^#]+)#([^#]+)#(.+)$/,
  auditEntry: /^#AUD (.+)$/,
  llmKey: /^#LLM KEY$/,
  sso: /^#SSO SSO$/,
  identityProvider: /^IDP#(.+) P$/,
  auditSeal: /^#AUDS (.+)$/,
  firstOpenHour: /^AUDIT#OPEN HOUR$/,
  keptAnswer: /^#IDEM (.+)#(\d+)$/,
  wait: /^#RL WAIT#(\d+)$/,
  quota: /^#RL (.+)$/,
  eventCounter: /^#OUT #LAST$/,
  event: /^#OUT (\d{12})$/,
} as const;

export type Kind = keyof typeof kinds | 'unknown';

/** A dump by kind; documents as `<tenantId>/<key>`. Without `read` nothing is said of what is in them. */
export type Dump = {
  of: (kind: Kind) => Entry[];
  documents: readonly string[];
  read?: ReadDocument;
  /** Seals as they were copied when they were made. */
  sealCopies: readonly CopiedSeal[];
  /** Milliseconds; what is past its time by then may be gone. */
  now: number;
};
type ReadDocument = (path: string) => Uint8Array | undefined;

export const dumpOf = (
  entries: readonly Entry[],
  documents: readonly string[] = [],
  read?: ReadDocument,
  now = Date.now(),
  sealCopies: readonly CopiedSeal[] = [],
): Dump => {
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  return { of: (kind) => byKind.get(kind) ?? [], documents, now, sealCopies, ...(read && { read }) };
};

export type WireItem = Readonly<Record<string, Record<string, unknown>>>;

/** An item of the table in wire form, as exports and the embedded engine hold it: binary as base64. */
export const entryOf = (item: WireItem): Entry => {
  const { pk, sk, ...record } = unmarshall(revived(item) as Record<string, AttributeValue>) as Record<string, unknown>;
  const [, prefix = '', rest = ''] = /^(T#[^#]+)?(.*)$/s.exec(String(pk)) ?? [];
  for (const [kind, pattern] of Object.entries(kinds)) {
    const found = pattern.exec(`${rest} ${String(sk)}`);
    if (found) return { tenantId: prefix.slice(2), kind: kind as Kind, ids: found.slice(1), record };
  }
  return { tenantId: prefix.slice(2), kind: 'unknown', ids: [String(pk), String(sk)], record };
};

const revived = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  const fields = Object.entries(value);
  const [first] = fields;
  if (fields.length === 1 && first?.[0] === 'B' && typeof first[1] === 'string')
    return { B: new Uint8Array(Buffer.from(first[1], 'base64')) };
  return Object.fromEntries(fields.map(([name, inner]) => [name, revived(inner)]));
};
