import { expect, test } from 'vitest';
import { requirementLines } from '../../../clients/cli/requirement-lines.ts';

const requirement: Parameters<typeof requirementLines>[0][number] = {
  caseId: '0192f0a0-0000-7000-8000-000000000001',
  sentence: 'A maker can create a widget.',
  documentId: '0192f0a0-0000-7000-8000-000000000002',
  documentName: 'Widgets',
  sectionHeading: '',
  caseStatus: 'ACTIVE',
  verdict: 'PROVED',
  waived: false,
  bindings: [],
  journeys: [],
  noLongerProvedBy: [],
  missing: null,
};
const journeyId = '0192f0a0-0000-7000-8000-000000000003';
const runId = '0192f0a0-0000-7000-8000-000000000004';
const failed = {
  journeyId,
  name: 'A deleted widget is gone',
  status: 'FAILED',
  verdict: 'FAIL_DECISIVE_PERSISTENCE',
  reason: 'STILL_THERE',
  runId,
  observedAt: null,
  waived: false,
};

test('what wants attention comes first, with the failed journey, its replay, and the edit that would show what is missing', () => {
  const lines = requirementLines([
    requirement,
    {
      ...requirement,
      verdict: 'UNBOUND',
      sentence: 'A maker can polish a widget.',
      missing: { reason: 'NO_OPERATION', detail: 'Nothing polishes.', edit: 'Add "POST /widgets/{id}/polish".' },
    },
    { ...requirement, verdict: 'STALE', sentence: 'Old.', noLongerProvedBy: [journeyId] },
    {
      ...requirement,
      verdict: 'FAILED',
      waived: true,
      sentence: 'A deleted widget\u001b[31m must be gone.',
      journeys: [failed],
    },
  ]);
  expect(lines[0]).toBe('1 failed · 1 stale · 1 unbound · 1 proved');
  expect(lines[1]).toMatch(/^FAILED \(waived\)  A deleted widget.* must be gone\.$/);
  expect(lines.join('\n')).not.toContain('\u001b');
  expect(lines[2]).toBe('  failed  A deleted widget is gone  FAIL_DECISIVE_PERSISTENCE  STILL_THERE');
  expect(lines[3]).toMatch(/^ {4}reproduce {2}dezycro replay /);
  expect(lines.slice(4)).toEqual([
    'STALE  Old.',
    `  no longer proved by  ${journeyId}`,
    'UNBOUND  A maker can polish a widget.',
    '  NO_OPERATION  Nothing polishes.  Add "POST /widgets/{id}/polish".',
    'PROVED  A maker can create a widget.',
  ]);
});

test('a feature without requirements is told how it gets some', () => {
  expect(requirementLines([])).toEqual([
    'no requirements: write them in a document of the feature and generate its validation cases',
  ]);
});
