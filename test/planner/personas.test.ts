import { describe, expect, it } from 'vitest';

import { personaRoles } from '#planner/personas/persona-roles.ts';
import { limitCovers, statedLimits } from '#planner/personas/stated-limit.ts';

const writes = ['create', 'update', 'delete'];
const all = ['create', 'read', 'list', 'update', 'delete'];

describe('what a description states', () => {
  it.each([
    ['Cannot delete projects.', 'function', ['delete']],
    ['May not create or edit anything.', 'function', ['create', 'update']],
    ["Can't change other people's orders.", 'object', ['update', 'delete']],
    ['Must not write to orders of others.', 'object', ['update', 'delete']],
    ['Is not allowed to manage projects.', 'function', writes],
    ['Read-only access to the workspace.', 'function', writes],
    ['May only view reports.', 'function', writes],
    ['Has no access.', 'function', all],
    ['Anonymous visitor; is refused everywhere.', 'function', all],
    ['An outsider.', 'object', all],
    ['Is not a member of the workspace.', 'object', all],
    ['Belongs to another tenant.', 'object', all],
    ['Sees only their own orders.', 'object', all],
  ])('%s', (description, scope, actions) => {
    const [limit] = statedLimits(description);
    expect([limit?.scope, [...(limit?.actions ?? [])].sort()]).toEqual([scope, actions.toSorted()]);
  });

  it.each(['Owner of the workspace.', 'Can create and edit projects.', 'A person.', ''])(
    'nothing: "%s" states no limit, so nothing is planned',
    (description) => {
      expect(statedLimits(description)).toEqual([]);
    },
  );

  it('a limit that names a kind of thing holds for that kind', () => {
    const [limit] = statedLimits('Cannot delete projects.');
    const nouns = ['project', 'task'];
    expect(limit && limitCovers(limit, 'delete', 'project', nouns)).toBe(true);
    expect(limit && limitCovers(limit, 'delete', 'task', nouns)).toBe(false);
    const [any] = statedLimits('Cannot delete anything.');
    expect(any && limitCovers(any, 'delete', 'task', nouns)).toBe(true);
  });
});

describe('who does what', () => {
  const persona = (name: string, description: string, authType: 'BEARER' | 'NONE' = 'BEARER') => ({
    name,
    description,
    authType,
  });

  it('the one who may do most acts, whatever the order', () => {
    const given = [
      persona('Viewer', 'Read-only.'),
      persona('Editor', 'Can edit projects.'),
      persona('Admin', 'Full access to everything.'),
      persona('Guest', 'Is refused.', 'NONE'),
    ];
    for (const personas of [given, given.toReversed()]) {
      const { actor, limited, ambiguous } = personaRoles(personas);
      expect(actor?.name).toBe('Admin');
      expect(limited.map((entry) => entry.persona.name)).toEqual(['Guest', 'Viewer']);
      expect(ambiguous).toEqual([]);
    }
  });

  it('nobody, where all have no credentials or are shut out', () => {
    expect(personaRoles([]).actor).toBeUndefined();
    expect(personaRoles([persona('Default', 'Anyone.', 'NONE')]).actor).toBeUndefined();
    expect(personaRoles([persona('Outsider', 'An outsider.')]).actor).toBeUndefined();
  });

  it('credentials come from AUTH_<NAME> unless another variable is named', () => {
    const { bindings } = personaRoles([
      persona('read only', 'Read-only.'),
      { ...persona('Ops', 'Can do all.'), envVar: 'OPS_LOGIN' },
    ]);
    expect(bindings.map(({ envVar }) => envVar)).toEqual(['OPS_LOGIN', 'AUTH_READ_ONLY']);
  });
});
