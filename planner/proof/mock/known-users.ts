import type { Json } from '#verifier/plan/plan.ts';

import { signInForm } from '../../resources/auth/sign-in-form.ts';
import { isSameValue } from '../../intake/json/canonical-json.ts';
import { isObject, member, type JsonObject } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { MockCall } from './mock-call.ts';

/**
 * The users who may sign in at the mock. Their names and passwords were sent by earlier requests that were no sign-ins.
 */
export class KnownUsers {
  readonly #schemas: SchemaStore;
  readonly #sent: JsonObject[];

  constructor(schemas: SchemaStore, sent: JsonObject[] = []) {
    this.#schemas = schemas;
    this.#sent = sent;
  }

  copy(): KnownUsers {
    return new KnownUsers(this.#schemas, [...this.#sent]);
  }

  /**
   * True for a sign-in with an unknown name or password, if the operation documents 401 or 403. Remembers the values of
   * any request that is no sign-in.
   */
  refuses({ route: { operation }, body }: MockCall): boolean {
    const asked = signInForm(this.#schemas, operation);
    if (!asked) this.#sent.push(...peopleIn(body));
    if (!asked || !(operation.responses['401'] ?? operation.responses['403'])) return false;
    const form = asked.within === undefined ? body : member(body, asked.within);
    return !this.#sent.some((one) =>
      asked.names.every((name) => isSameValue(one[name] ?? null, member(form, name) ?? null)),
    );
  }
}

/** Returns an object and the objects that it holds directly. */
function peopleIn(body: Json | undefined): JsonObject[] {
  return body !== undefined && isObject(body) ? [body, ...Object.values(body).filter(isObject)] : [];
}
