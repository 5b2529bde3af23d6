import { expect, test } from 'vitest';
import { auditActions } from '#contract/audit-actions.ts';
import { registry } from '#contract/endpoints/index.ts';
import { deletePersona } from '#contract/endpoints/personas.ts';
import { jobs } from '#contract/jobs.ts';
import { tasks } from '#contract/tasks.ts';
import { tableRightsOf } from '../../lib/table-rights.ts';
import { auditViolations } from './audit-rules.ts';

test('every endpoint that writes names its audit actions, or why it has none', () => {
  expect(auditViolations(registry, auditActions)).toEqual([]);
});

test('a planted endpoint that writes unseen is found, and so is an action that nobody writes', () => {
  const unseen = { ...deletePersona, audits: [] };
  const planted = registry.map((endpoint) => (endpoint === deletePersona ? unseen : endpoint));
  expect(auditViolations(planted, auditActions)).toEqual([
    'deletePersona writes without an audit action and without a reason',
    'no endpoint writes PERSONA_DELETED',
  ]);
});

test('no role may update or delete what the audit log holds; who names an action may put', () => {
  const roles = [...registry, ...tasks, ...jobs] as (Parameters<typeof tableRightsOf>[0] & { audits?: string[] })[];
  const rights = roles.map((role) => ({ role, its: tableRightsOf(role) }));
  const onLog = ({ write = [], touch }: ReturnType<typeof tableRightsOf>[number]): boolean =>
    write.includes('audit') || touch?.partition === 'audit';
  expect(rights.filter(({ its }) => its.some(onLog))).toEqual([]);
  for (const { role, its } of rights)
    expect(its.some(({ append = [] }) => append.includes('audit'))).toBe((role.audits ?? []).length > 0);
});
