/** The primitives that every schema shares. */
import * as z from './zod.ts';

/** 8-4-4-4-12 hexadecimal groups of any version; upper case is accepted, lower case comes out (specification, conventions). */
export const uuid = z.pipe(
  z.guid(),
  z.transform((value: string) => value.toLowerCase()),
);
/** A uuid in answers: no transform, so that it has a JSON Schema. */
export const uuidOut = z.guid();
/** An address, with at most 64 characters before the @ (RFC 5321 §4.5.3.1). */
export const email = z
  .email()
  .check(z.maxLength(254), z.regex(/^[^@]{1,64}@/, 'must have at most 64 characters before the @'));
export const dateTime = z.iso.datetime({ offset: true });
export const nullable = <S extends z.ZodMiniType>(schema: S) => z.exactOptional(z.nullable(schema));
export const optional = <S extends z.ZodMiniType>(schema: S) => z.exactOptional(schema);

/** Text with at least one non-whitespace character, at most `maximum` characters. */
export const nonBlank = (maximum: number) => z.string().check(z.maxLength(maximum), z.regex(/\S/, 'must not be blank'));
export const text = (maximum: number) => z.string().check(z.maxLength(maximum));
/** `text` on one line that is safe to print: without control characters such as ESC or a line break. */
export const label = (maximum: number) =>
  // oxlint-disable-next-line no-control-regex -- it keeps them out
  text(maximum).check(z.regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must not hold control characters'));
/** The address of an API under test, at most 2,000 characters: http or https, and no user or password in it. */
export const targetUrl = text(2000).check(
  z.regex(
    // oxlint-disable-next-line no-control-regex -- it keeps them out
    /^[hH][tT][tT][pP][sS]?:\/\/[^\s/?#@\\\u0000-\u001f\u007f-\u009f]+([/?#][^\s\u0000-\u001f\u007f-\u009f]*)?$/,
    'must be an http or https URL without user and password',
  ),
);
export const int32 = z.int32();
export const int64 = z.int();

/**
 * Adds keywords of JSON Schema to what the OpenAPI document says of a schema: rules between fields and forms of text that code behind the
 * schema checks. Schemathesis holds both against each other.
 */
export const documented = <S extends z.ZodMiniType>(schema: S, keywords: Record<string, unknown>): S => {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), ...keywords });
  return schema;
};

/** The keywords of a rule between fields, for `documented`. */
export const rule = (condition: object, consequence: object, otherwise?: object): Record<string, unknown> => ({
  if: condition,
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema calls it so
  then: consequence,
  ...(otherwise === undefined ? {} : { else: otherwise }),
});

/** Gives a schema its name in the OpenAPI document. */
export const named = <S extends z.ZodMiniType>(id: string, schema: S): S => documented(schema, { id });

/** Gives a field the values that the OpenAPI document shows; planners send the first, and the next for a change (specification §4, generation rule 6). */
export const exampled = <S extends z.ZodMiniType>(schema: S, ...examples: [z.input<S>, ...z.input<S>[]]): S =>
  documented(schema, { examples });

/** A field that may be echoed and cannot be changed: clients leave it out. */
export const fixed = <S extends z.ZodMiniType>(schema: S): S => documented(schema, { readOnly: true });

/** An object that has exactly one of two fields. */
export const exactlyOneOf = <S extends z.ZodMiniObject>(schema: S, one: string, other: string): S =>
  documented(
    schema.check(
      z.refine(
        (value) => one in (value as object) !== other in (value as object),
        `must have either ${one} or ${other}`,
      ),
    ),
    { oneOf: [{ required: [one] }, { required: [other] }] },
  );

/** A pattern for names: at most 200 characters and 20 `*`; a run of stars counts once (decision record 0002). */
export const namePattern = z.string().check(
  z.maxLength(200),
  z.refine((pattern) => (pattern.match(/\*+/g) ?? []).length <= 20, 'may hold at most 20 wildcards'),
);

/** Text of at most so many bytes in UTF-8, without a null character. */
export const storedText = (mostBytes: number) =>
  documented(
    z.string().check(
      z.refine((text) => Buffer.byteLength(text) <= mostBytes, `must be at most ${mostBytes} bytes`),
      z.refine((text) => !text.includes('\0'), 'must be text: it holds a null character'),
    ),
    { pattern: '^[^\\u0000]*$' },
  );
