import { exampled, named, nullable } from './primitives.ts';
import * as z from './zod.ts';

/** Whose protocol the server of the key speaks. */
export const llmProviders = ['OPENAI', 'ANTHROPIC'] as const;

const provider = z.enum(llmProviders);

/** As the provider calls it. */
const model = exampled(
  z.string().check(z.maxLength(200), z.regex(/^[\w.:/-]+$/, 'must be letters, digits and _ . : / -')),
  'gpt-5.2',
);

/** The tenant's own LLM key. The key itself is never shown again. */
export const llmKey = named(
  'LlmKey',
  z.object({
    provider,
    model,
    /** Of a server that speaks the provider's protocol; null: the provider's own. */
    baseUrl: z.nullable(z.string()),
    /** The last four characters of the key. */
    last4: z.string(),
    /** What the key is used for: every AI action of the tenant. */
    usedBy: z.literal('ALL_AI'),
  }),
);

export const newLlmKey = named(
  'NewLlmKey',
  z.object({
    provider,
    model,
    /** It travels in a header of requests. */
    apiKey: exampled(
      z.string().check(z.regex(/^[!-~]{12,500}$/, 'must be 12 to 500 visible ASCII characters without a blank')),
      'sk-proj-0123456789abcdef',
    ),
    /** https, of a public host. */
    baseUrl: nullable(
      exampled(
        z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/[^\s\\?]+$/, 'must be an absolute https URL')),
        'https://llm.example.com/v1',
      ),
    ),
  }),
);
