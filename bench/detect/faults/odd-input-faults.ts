import type { Json } from '#verifier/plan/plan.ts';
import { atOperation, ownAnswer } from '../proxy/answers.ts';
import { isSuccess } from '../proxy/fault-proxy.ts';
import type { Exchange, Fault } from '../proxy/fault-proxy.ts';
import type { JsonObject, ProxyOperation } from '../proxy/operations.ts';
import { CRASH } from './labels.ts';

/**
 * Returns a fault that answers 500 if a body member has an odd value that the sound server accepts. `fits`: true for
 * schemas of members that may have such a value. `isOdd`: true for such a value.
 */
const atMember = (what: string, fits: (schema: JsonObject) => boolean, isOdd: (value: Json) => boolean): Fault => ({
  name: `server error at ${what}`,
  family: 'answer',
  expected: CRASH,
  appliesTo: (operation) => sentSchemas(operation).some(fits),
  plant: (scene) =>
    atOperation(scene, async (exchange) => {
      const answer = await exchange.send();
      return isSuccess(answer) && sentValues(exchange).some(isOdd) ? broken() : answer;
    }),
});

const broken = () => ownAnswer(500, { error: 'Internal Server Error' });

const sentSchemas = ({ method, sent }: ProxyOperation): JsonObject[] =>
  method === 'GET' || method === 'DELETE' ? [] : (Object.values(sent.properties) as JsonObject[]);

const sentValues = ({ request }: Exchange): Json[] => {
  try {
    return valuesIn(JSON.parse(request.body.toString('utf8')) as Json);
  } catch {
    // The body is no JSON, so it has no members.
    return [];
  }
};

const valuesIn = (value: Json): Json[] =>
  value !== null && typeof value === 'object' ? Object.values(value).flatMap(valuesIn) : [value];

const typesOf = ({ type }: JsonObject): unknown[] => [type].flat();
const isFreeText = (schema: JsonObject): boolean =>
  typesOf(schema).includes('string') &&
  ['enum', 'const', 'pattern', 'format'].every((keyword) => schema[keyword] === undefined);
const isNumber = (schema: JsonObject): boolean =>
  typesOf(schema).some((type) => type === 'integer' || type === 'number');
const limit = (schema: JsonObject, keyword: string, otherwise: number): number =>
  typeof schema[keyword] === 'number' ? schema[keyword] : otherwise;

const LONG = 255;
const WIDE = 2 ** 31;

/** Faults that answer 500 to odd but valid input. Not in FAULTS, because normal journeys send plain values. */
export const ODD_INPUT_FAULTS: Fault[] = [
  atMember(
    'an empty text',
    (schema) => isFreeText(schema) && limit(schema, 'minLength', 0) === 0,
    (value) => value === '',
  ),
  atMember('a control character', isFreeText, (value) => typeof value === 'string' && /\p{Cc}/u.test(value)),
  atMember(
    'a character beyond 16 bits',
    isFreeText,
    (value) => typeof value === 'string' && /[\u{10000}-\u{10FFFF}]/u.test(value),
  ),
  atMember(
    'a long text',
    (schema) => isFreeText(schema) && limit(schema, 'maxLength', Infinity) > LONG,
    (value) => typeof value === 'string' && value.length > LONG,
  ),
  atMember(
    'a number below zero',
    (schema) => isNumber(schema) && limit(schema, 'minimum', -1) < 0,
    (value) => typeof value === 'number' && value < 0,
  ),
  atMember(
    'a number beyond 32 bits',
    (schema) => isNumber(schema) && limit(schema, 'maximum', Infinity) >= WIDE,
    (value) => typeof value === 'number' && Math.abs(value) >= WIDE,
  ),
  atMember(
    'null where it is allowed',
    (schema) => schema['nullable'] === true || typesOf(schema).includes('null'),
    (value) => value === null,
  ),
  {
    name: 'server error at an odd address',
    family: 'answer',
    expected: CRASH,
    appliesTo: ({ method, template }) => method === 'GET' && template.includes('{'),
    plant: (scene) =>
      atOperation(scene, async (exchange) => {
        const answer = await exchange.send();
        const isOdd = Object.values(exchange.params).some((text) => /[^\x20-\x7E]/.test(decoded(text)));
        return answer.status < 500 && isOdd ? broken() : answer;
      }),
  },
];

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not valid percent-encoding, which is odd as well.
    return '\u0000';
  }
};
