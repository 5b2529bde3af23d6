import { expect } from 'vitest';
import { askUntil } from './ask-until.ts';
import type { AnyBody, Caller } from './scenario.ts';

export const requirements = `# Refunds

A customer can ask for a refund. The service must answer within 2 seconds.

## Rules

- A refund must not exceed the amount that was paid.
- Only an owner may approve a refund above 500 EUR.
- When a refund is approved, its status becomes \`PAID\` and the customer shall get an e-mail.

| rule | demand |
|---|---|
| Reason | A reason of at most 200 characters is required |

## Out of scope

Vouchers must be handled elsewhere.
`;

/** Adds a document to a feature. */
export const aDocument = async (caller: Caller, featurePath: string, content = requirements): Promise<string> => {
  const document = { name: 'Requirements', type: 'PRD', status: 'COMPLETED', content };
  const { status, body, text } = await caller.post(`${featurePath}/documents`, document);
  expect(status, text).toBe(201);
  return body.id!;
};

/** Generates the validation cases of a feature and waits for the end. */
export const generate = async (caller: Caller, projectPath: string, featureId: string): Promise<AnyBody> => {
  const started = await caller.post(`${projectPath}/validation-cases/generate`, { featureId });
  expect(started.status, started.text).toBe(202);
  return endOfGeneration(caller, String(started.headers['location']));
};

/** Waits until the generation at this path has ended. */
export const endOfGeneration = (caller: Caller, path: string): Promise<AnyBody> =>
  askUntil(
    () => caller.get(path),
    (body) => body['status'] !== 'RUNNING',
  );
