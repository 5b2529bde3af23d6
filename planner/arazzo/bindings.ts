import { uniqueValue } from '#verifier/engine/request/unique-value.ts';
import type { Json, JsonSchema } from '#verifier/plan/plan.ts';
import type { UniqueValue } from '#verifier/plan/unique-value.ts';

import { canonicalJson } from '../intake/json/canonical-json.ts';

/** The value of a workflow input: unique in each run, env-provided, or a header with a persona's credentials. */
export type Binding =
  | { unique: UniqueValue }
  | { input: string; persona: string | null }
  | { persona: string; header: string };

const AUTHORIZATION = 'authorization';

/** The inputs of one workflow. Each gets its name when it is first used. */
export class Bindings {
  readonly all: Record<string, Binding> = {};
  readonly #nonce: string;
  readonly #nextNumber: () => number;

  /**
   * The defaults of unique inputs are made from `nonce`. `nextNumber` counts through the whole document, so that two
   * workflows never share the name of a unique input.
   */
  constructor(nonce: string, nextNumber: () => number) {
    this.#nonce = nonce;
    this.#nextNumber = nextNumber;
  }

  unique(value: UniqueValue): string {
    const wanted = canonicalJson(value as unknown as Json);
    const known = Object.entries(this.all).find(
      ([, binding]) => 'unique' in binding && canonicalJson(binding.unique as unknown as Json) === wanted,
    );
    return known?.[0] ?? this.#add(`unique_${this.#nextNumber()}`, { unique: value });
  }

  input(input: string, persona: string | null): string {
    return this.#add(persona === null ? input : `${input}__${persona}`, { input, persona });
  }

  identity(persona: string, header: string): string {
    return this.#add(`persona_${persona}${header === AUTHORIZATION ? '' : `_${header}`}`, { persona, header });
  }

  /**
   * Returns the JSON Schema of the inputs; undefined without any. It has no extensions: Respect aborts
   * on unknown keywords.
   */
  schema(): JsonSchema | undefined {
    const entries = Object.entries(this.all);
    if (entries.length === 0) return undefined;
    const required = entries.filter(([, binding]) => !('unique' in binding)).map(([name]) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, binding]) => [name, this.#schemaOf(binding)])),
      ...(required.length > 0 ? { required } : {}),
    };
  }

  #schemaOf(binding: Binding): { [key: string]: Json } {
    if (!('unique' in binding)) return { type: 'string', ...('header' in binding ? { format: 'password' } : {}) };
    const value = uniqueValue(binding.unique, this.#nonce);
    return { type: typeof value === 'number' ? 'integer' : 'string', default: value };
  }

  /**
   * Returns the name of an input, which is added if it is new. Names consist of letters, digits, hyphens and
   * underscores, as runtime expressions require. Two different bindings never share one.
   */
  #add(wanted: string, binding: Binding): string {
    const base = wanted.replaceAll(/[^A-Za-z0-9_-]/g, '_').replace(/^[^A-Za-z]/, 'x$&');
    let name = base;
    for (let count = 2; Object.hasOwn(this.all, name); count += 1) {
      if (canonicalJson(this.all[name] as unknown as Json) === canonicalJson(binding as unknown as Json)) return name;
      name = `${base}_${count}`;
    }
    this.all[name] = binding;
    return name;
  }
}
