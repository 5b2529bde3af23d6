import { expect, test } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { caseOf } from '#domain/generation/case-of.ts';
import { readRequirements } from '#planner/trace/read-requirements.ts';

const id = (end: string) => `00000000-0000-7000-8000-00000000000${end}`;
const scope = mintScope.feature(
  mintScope.project(mintScope.workspace(mintScope.tenant(id('1')), id('2')), id('3')),
  id('4'),
);
const made = (markdown: string) => {
  const [requirement] = readRequirements(markdown).requirements;
  const skeleton = { ...requirement!, documentId: id('5'), contentHash: 'sha256:x' };
  return caseOf(scope, skeleton, 0, '2026-01-01T00:00:00.000Z');
};

test.each([
  ['A todo must be stored.', 'FUNCTIONAL', 'SUCCESS', 'HAPPY', 'HIGH', 'RESPONSE_FIELD'],
  ['Only an owner may delete a project.', 'AUTHORIZATION', 'REJECTION', 'NEGATIVE', 'CRITICAL', 'ACCESS_CONTROL'],
  ['A title should have at most 200 characters.', 'VALIDATION', 'SUCCESS', 'EDGE', 'MEDIUM', 'BUSINESS_RULE'],
  [
    'When it is cancelled, the order must be archived.',
    'STATE_TRANSITION',
    'SUCCESS',
    'ALTERNATE',
    'HIGH',
    'STATE_CHANGE',
  ],
  ['A webhook may be sent.', 'INTEGRATION', 'SUCCESS', 'HAPPY', 'LOW', 'BUSINESS_RULE'],
  ['A new order must be in the list.', 'FUNCTIONAL', 'SUCCESS', 'HAPPY', 'HIGH', 'LIST_MEMBERSHIP'],
])('%s', (markdown, type, outcomeType, pathClass, priority, assertion) => {
  const found = made(markdown);
  expect(found).toMatchObject({ type, outcomeType, pathClass, priority, name: markdown });
  expect(found.assertionsFromPrd).toEqual([
    { type: assertion, description: markdown, prdQuote: markdown, graphCaptured: false },
  ]);
});

test('conditions, values, roles, risks and global constraints are told apart', () => {
  expect(made('# Security\n\nIf a password has under 12 characters, the admin must get "too short".')).toMatchObject({
    preConditions: ['If a password has under 12 characters'],
    dataExpectations: ['12 characters', '"too short"'],
    roleRequirement: 'admin',
    riskIndicator: 'HIGH',
    globalConstraints: [expect.stringContaining('If a password')],
    sectionRefs: [expect.objectContaining({ sectionIndex: 1, sectionHeading: 'Security' })],
  });
});

test('a long requirement has a short name, and the same requirement the same id', () => {
  const long = `It must ${'do one more thing and '.repeat(20)}stop.`;
  expect(made(long).name).toHaveLength(120);
  expect(made(long).id).toBe(made(long).id);
  expect(made(long).id).not.toBe(made('It must stop.').id);
});
