import {
  chatAnswer,
  completion,
  draft,
  newChat,
  newCompletion,
  newDraft,
  workbookSweep,
} from '../schemas/assistance.ts';
import { exampleOf } from './example-of.ts';
import { ids } from './ids.ts';

const byRules = { answeredBy: 'rules/1', note: null };
const sentence = 'A caller can create a note with a text.';

export const assistanceExamples = [
  exampleOf(newCompletion, { before: 'A writer can create a note. A writer can ', after: '' }),
  exampleOf(completion, { completion: 'create a note.', ...byRules }),
  exampleOf(newDraft, { kind: 'PRD_SECTION', title: 'Notes' }),
  exampleOf(draft, {
    kind: 'PRD_SECTION',
    title: 'Notes',
    content: `## Notes\n\n- ${sentence}\n`,
    sentences: [{ sentence, operations: ['createNote'], missing: null }],
    steps: [],
    ...byRules,
  }),
  exampleOf(newChat, { question: 'Can it ship, and what failed?' }),
  exampleOf(chatAnswer, {
    sentences: [
      {
        sentence: '"A created note can be read back" failed: FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED',
        links: [`/api/v1/workspaces/${ids.workspaceId}/projects/${ids.projectId}/test-runs/${ids.runId}/results`],
      },
    ],
    ...byRules,
  }),
  exampleOf(workbookSweep, {
    findings: [
      {
        kind: 'UNBOUND',
        journeyId: ids.journeyId,
        name: 'A note is kept',
        detail: '"and finds it again" has no operation.',
        operationId: null,
        otherJourneyId: null,
      },
    ],
    ...byRules,
  }),
];
