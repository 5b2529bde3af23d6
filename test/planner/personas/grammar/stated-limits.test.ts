import { describe, expect, it } from 'vitest';

import { personaRoles } from '#planner/personas/persona-roles.ts';
import { statedLimits } from '#planner/personas/grammar/stated-limits.ts';

import { named } from '#test/small-spec.ts';
import { isTotal, limitCovers } from '#planner/personas/grammar/limit-covers.ts';

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
    ['Read-only client: may read everything and change nothing.', 'function', writes],
    ['May read everything and change nothing.', 'function', ['update', 'delete']],
    ['Creates, updates or deletes nothing.', 'function', writes],
    ['Has no access.', 'function', all],
    ['Anonymous visitor; is refused everywhere.', 'function', all],
    ['An outsider.', 'object', all],
    ['Is not a member of the workspace.', 'object', all],
    ['Belongs to another tenant.', 'object', all],
    ['Another account. Has no access to what Ann owns.', 'object', all],
    ['Another account; has no access to anything of Ann.', 'object', all],
    ['Another account: has no access to the orders of Ann.', 'object', ['delete', 'read', 'update']],
    [
      'Another account: comments on what it sees, has no access to anything of Ann.',
      'object',
      ['delete', 'read', 'update'],
    ],
    ['Another user. Has no access to what Ann owns.', 'object', ['delete', 'read', 'update']],
    ['Cannot delete anything, sees all boards.', 'function', ['delete']],
    ['Cannot see boards of Ann, has boards of its own.', 'object', ['read']],
    ['Never deletes, edits or reads boards.', 'function', ['delete', 'list', 'read', 'update']],
    ["Is denied access to Ann's things.", 'object', ['delete', 'read', 'update']],
    ['Gets 403 for things of others.', 'object', ['delete', 'read', 'update']],
    ['Is forbidden to delete projects.', 'function', ['delete']],
    ['Lacks permission to create or edit projects.', 'function', ['create', 'update']],
    ['Is not authorized to delete projects.', 'function', ['delete']],
    ['Sees only their own orders.', 'object', all],
    ['Sees only own orders.', 'object', all],
    ['A normal user. Can only see and change own items.', 'object', all],
    ['May only edit and delete his own notes.', 'object', ['delete', 'update']],
    ['May only see orders that he owns.', 'object', all],
    ["Another user; cannot see the owner's orders.", 'object', ['read']],
    ['Must not read orders that he did not create.', 'object', ['read']],
    ['Cannot change orders of the owner.', 'object', ['delete', 'update']],
    ['Has no access to the data of the owner.', 'object', ['delete', 'read', 'update']],
    ['Should not be able to delete orders that belong to Ann.', 'object', ['delete']],
    ['Cannot see anything but his own orders.', 'object', ['read']],
  ])('%s', (description, scope, actions) => {
    const [limit] = statedLimits(description);
    expect([limit?.scope, [...(limit?.actions ?? [])].sort()]).toEqual([scope, actions.toSorted()]);
  });

  it('refuses of boards what is said of boards alone', () => {
    const limits = statedLimits('Cannot delete boards, has no access to notes.');
    expect(limits.filter(({ words }) => words.includes('boards'))).toMatchObject([{ actions: ['delete'] }]);
  });

  it.each([
    'Owner of the workspace.',
    'Can create and edit projects.',
    'A person.',
    '',
    'Cannot delete anything but drafts.',
    'May not create users unless invited.',
    'May only own one project.',
    'Changes nothing but drafts.',
    'Changes nothing of Ann.',
    'Changes nothing before it is approved.',
    'Read-only. Creates comments, and changes nothing else.',
    'Can see which orders are denied.',
  ])('nothing: "%s" states no limit, so nothing is planned', (description) => {
    expect(statedLimits(description)).toEqual([]);
  });

  it.each([
    'Another customer; cannot see the carts of others and cannot change the reviews of others.',
    'Cannot see the carts of others or change the reviews of others.',
    'Cannot see carts or change reviews of others.',
  ])('%s: each limit holds for the things that its own verb is said of', (description) => {
    const nouns = ['cart', 'review', 'product'];
    const covered = (action: 'read' | 'update') =>
      nouns.filter((noun) =>
        statedLimits(description).some((limit) => limitCovers(limit, action, { noun, key: '' }, named(nouns))),
      );
    expect([covered('read'), covered('update')]).toEqual([['cart'], ['review']]);
  });

  it.each<[string, string, string[]]>([
    ['Members edit only their own things.', 'object', ['update']],
    ['May read everything and delete just their own things.', 'object', ['delete']],
    ['Can only view things, not edit them.', 'function', writes],
    ['Can only view what belongs to them.', 'object', all],
    ['Has no permission to delete.', 'function', ['delete']],
    ['Has no rights to create or edit things.', 'function', ['create', 'update']],
  ])('%s refuses no more than it says', (description, scope, actions) => {
    expect(statedLimits(description).map((limit) => [limit.scope, limit.actions.toSorted()])).toEqual([
      [scope, actions.toSorted()],
    ]);
  });

  it.each([
    'Support with read-only access to billing; can create and close things.',
    'Can only read invoices, but may create things.',
  ])('nothing, where one kind of thing is only read and another is written: "%s"', (description) => {
    expect(statedLimits(description)).toEqual([]);
  });

  it.each([
    ['Cannot delete published articles.', []],
    ['May not create more than three articles.', []],
    ['Cannot edit articles once they are published.', []],
    ['Cannot create, edit or delete members of teams.', []],
    ['Cannot add members to a team.', ['member']],
    ['Cannot add articles or members.', ['article', 'member']],
  ])('%s covers %j, no condition and no place', (description, expected) => {
    const nouns = ['article', 'member', 'team'];
    const writing = ['create', 'update', 'delete'] as const;
    const covered = nouns.filter((noun) =>
      statedLimits(description).some(
        (limit) =>
          limit.scope === 'function' &&
          writing.some((action) => limitCovers(limit, action, { noun, key: '' }, named(nouns))),
      ),
    );
    expect(covered).toEqual(expected);
  });

  it.each([
    ['May not change anything or see secrets.', 'update', ['article', 'secret']],
    ['May not change anything or see secrets.', 'read', ['secret']],
    ['Cannot see secrets or change anything.', 'update', ['article', 'secret']],
    ['Cannot see secrets or change anything.', 'read', ['secret']],
    ['May not see or change anything.', 'read', ['article', 'secret']],
    ['May not see or change secrets.', 'update', ['secret']],
    ['May not change anything about secrets.', 'update', []],
  ] as const)('%s: %s is refused for %j', (description, action, expected) => {
    const nouns = ['article', 'secret'];
    const covered = nouns.filter((noun) =>
      statedLimits(description).some((limit) => limitCovers(limit, action, { noun, key: '' }, named(nouns))),
    );
    expect(covered).toEqual(expected);
  });

  it.each([
    ['Sees only their own orders. Cannot create or delete tags.', ['order', 'note'], ['tag']],
    ['May see tags, and only his own orders in the shop.', ['order', 'note'], []],
    ['Reads everything and edits only her own orders.', ['order'], []],
    ['May only handle their own things.', ['order', 'note', 'tag', 'price-list'], []],
    ['Sees only their own premium orders.', [], []],
    ['Sees only their own tags, orders and price lists.', ['order', 'note', 'tag', 'price-list'], []],
    ['Sees only their own tags, and orders of all.', ['tag'], []],
    ['Sees only their own tags, drafts, orders.', ['tag'], []],
    [
      'Must not be able to access orders of Alice, tags of Bob or price lists of others.',
      ['order', 'note', 'tag', 'price-list'],
      [],
    ],
    ['Has no access to what Alice keeps.', ['order', 'note', 'tag', 'price-list'], []],
    ['Has no access to orders of Alice.', ['order', 'note'], []],
    ['Can read everything, may not change what Alice wrote.', ['order', 'note', 'tag', 'price-list'], []],
    ['Can read and rate the orders of Alice, may not change them.', ['order'], []],
    ['Can see tags and orders, may not change or delete them.', [], ['order']],
    ['Can see what there is, may not delete it.', [], ['order', 'note', 'tag', 'price-list']],
    ['Cannot change them.', [], []],
    ['May not see what is private.', [], []],
  ])('%s hides what it names as theirs, and what stands below it', (description, hidden, refused) => {
    const things = { order: '/orders', note: '/orders/{}/notes', tag: '/tags', 'price-list': '/price-lists' };
    const covered = (scope: 'object' | 'function') =>
      Object.entries(things).flatMap(([noun, key]) => {
        const limits = statedLimits(description).filter((limit) => limit.scope === scope);
        return limits.some(
          (limit) =>
            limitCovers(limit, 'delete', { noun, key }, named(Object.keys(things))) ||
            limitCovers(limit, 'update', { noun, key }, named(Object.keys(things))),
        )
          ? [noun]
          : [];
      });
    expect([covered('object'), covered('function')]).toEqual([hidden, refused]);
  });

  const ofItems = ['delete', 'read', 'update'];

  it.each([
    ['Sees nothing of a board of Alma.', ['board', 'card', 'share'], ofItems],
    ['Member: sees nothing of the boards of others.', ['board', 'card', 'share'], ofItems],
    ["Sees none of Alma's boards.", ['board', 'card', 'share'], ofItems],
    ['Can see nothing of what Alma keeps.', ['board', 'card', 'tag', 'share'], ofItems],
    ['Sees nothing of a board from Alma.', ['board', 'card', 'share'], ofItems],
    ['Cannot see boards from Alma.', ['board'], ['read']],
    ['Sees no boards of Alma.', ['board'], ['read']],
    ['May report and discuss cards, may not change what others reported.', ['card'], ['delete', 'update']],
    ['Member: can report cards; may not delete what Alma has reported.', ['card'], ['delete']],
    ['Can add tags, cannot edit what someone else added.', ['tag'], ['update']],
    ['May book cards, may not change what others booked, nor administer tags.', ['card', 'tag'], ['delete', 'update']],
  ])('%s: what it says in a roundabout way of others holds for %j', (description, kinds, actions) => {
    const things = { board: '/boards', card: '/boards/{}/cards', tag: '/tags', share: '/boards/{}/shares' };
    const nouns = Object.keys(things);
    const limits = statedLimits(description);
    const covered = Object.entries(things).flatMap(([noun, key]) =>
      limits.some((limit) => limitCovers(limit, limit.actions[0] ?? 'list', { noun, key }, named(nouns))) ? [noun] : [],
    );
    expect(limits.every(({ scope }) => scope === 'object')).toBe(true);
    expect(covered).toEqual(kinds);
    expect([...new Set(limits.flatMap((limit) => limit.actions))].toSorted()).toEqual(actions);
  });

  it.each([
    'Sees nothing of a board of Alma but its name.',
    'Sees nothing of a board of Alma that she has not shared with him.',
    'Sees nothing of boards of Alma unless she shares them.',
    'New user who has created nothing.',
    'A member who created nothing.',
    'He fears to delete nothing.',
    'Sees nothing of a board of Alma that she has archived.',
    'Sees nothing of a board of Alma before it is published.',
    'Sees nothing of private boards of Alma.',
    'While suspended, sees nothing of boards of Alma.',
    'Once his trial ends he sees nothing of boards of Alma.',
    'Sees nothing of the board.',
    'Sees no reason to change the boards of Alma.',
    'Sees no old boards of Alma.',
    'Can archive cards, may not change what others archived.',
    'Can report, may not change what others reported.',
    'Reads reports and cards, may not change what others reported.',
    'Can report cards, may not change what others reported last year.',
    'May not change what others reported.',
    'Can administer tags.',
    'Books boards, may book cards, may not change what others booked.',
    'May not administer.',
    'May not administer the system.',
  ])('%s: what stands under a condition, or is not understood, holds for nothing', (description) => {
    const things = { board: '/boards', card: '/boards/{}/cards', tag: '/tags', report: '/reports' };
    const nouns = Object.keys(things);
    const covered = Object.entries(things).flatMap(([noun, key]) =>
      statedLimits(description).some((limit) =>
        all.some((action) => limitCovers(limit, action as 'read', { noun, key }, named(nouns))),
      )
        ? [noun]
        : [],
    );
    expect(covered).toEqual([]);
  });

  it('what may be done after all is no limit', () => {
    const limits = statedLimits('Cannot see carts, but may create and delete reviews.');
    expect(limits.flatMap(({ actions }) => actions)).toEqual(['read', 'list']);
  });

  it('a limit that names a kind of thing holds for that kind', () => {
    const [limit] = statedLimits('Cannot delete projects.');
    const nouns = ['project', 'task'];
    expect(limit && limitCovers(limit, 'delete', { noun: 'project', key: '' }, named(nouns))).toBe(true);
    expect(limit && limitCovers(limit, 'delete', { noun: 'task', key: '' }, named(nouns))).toBe(false);
    const [unknown] = statedLimits('Has no access to the back office.');
    expect(
      unknown &&
        (limitCovers(unknown, 'read', { noun: 'task', key: '' }, named(nouns)) ||
          isTotal(unknown, '/tasks', named(nouns))),
    ).toBe(false);
    const [others] = statedLimits("Cannot delete other users' data.");
    expect(others && limitCovers(others, 'delete', { noun: 'task', key: '' }, named([...nouns, 'user']))).toBe(true);
    expect(others && limitCovers(others, 'delete', { noun: 'user', key: '' }, named([...nouns, 'user']))).toBe(true);
    const [inside] = statedLimits('Cannot delete tasks of the workspace.');
    expect(inside && limitCovers(inside, 'delete', { noun: 'task', key: '' }, named(nouns))).toBe(true);
    const [any] = statedLimits('Cannot delete anything.');
    expect(any && limitCovers(any, 'delete', { noun: 'task', key: '' }, named(nouns))).toBe(true);
  });
});

describe('who does what', () => {
  const persona = (name: string, description: string, authType: 'BEARER' | 'NONE' = 'BEARER') => ({
    name,
    description,
    authType,
  });

  it('a persona that a document of the feature names is not ambiguous, and one that none names is', () => {
    const given = [
      persona('Admin', 'Full access to everything.'),
      persona('Read-only auditor', 'Comes on Mondays.'),
      persona('Bo', 'Comes on Tuesdays.'),
    ];
    const requirements = ['# Audits\n\nA *read only Auditor* sees each report.', 'Nobody else; robots are Bots.'];
    expect(personaRoles(given).ambiguous.map(({ name }) => name)).toEqual(['Bo', 'Read-only auditor']);
    expect(personaRoles(given, requirements).ambiguous.map(({ name }) => name)).toEqual(['Bo']);
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

  it.each([
    ['Has no access to what Ann or the admin owns.', true],
    ["Must not see what isn't owned by Carol.", false],
    ['Cannot see ann settings.', false],
  ])('%s: of whose things a limit speaks, the other names tell', (description, covered) => {
    const { limited } = personaRoles([
      persona('Admin', 'May do all.'),
      persona('Ann', ''),
      persona('Bob', description),
    ]);
    const covers = limited
      .flatMap(({ limits }) => limits)
      .some((limit) => limitCovers(limit, 'read', { noun: 'task', key: '' }, named(['task'])));
    expect(covers).toBe(covered);
  });

  it('nobody, where all have no credentials or are shut out', () => {
    expect(personaRoles([]).actor).toBeUndefined();
    expect(personaRoles([persona('Default', 'Anyone.', 'NONE')]).actor).toBeUndefined();
    expect(personaRoles([persona('Outsider', 'An outsider.')]).actor).toBeUndefined();
  });

  it.each([
    ['Attendee: registers for events, may not organise.', 'Organiser: runs her groups and their events.', 'Zoe'],
    ['Attendee: registers for all events, does not organise any.', 'Organiser: runs her groups.', 'Zoe'],
    ['Is not an admin; sells tickets.', 'Sells tickets and keeps the books.', 'Zoe'],
    ['Cannot sell anything but tickets.', 'Sells everything.', 'Zoe'],
    ['Can edit events, may not sell tickets.', 'Cannot delete events.', 'Ann'],
    ['Has full access, may not leave.', 'Can edit events.', 'Ann'],
    ['Can edit events.', 'Runs her groups.', 'Ann'],
    ['Manages nothing but events, but can edit all.', 'Runs her groups.', 'Ann'],
  ])('of "%s" and "%s" %s acts', (ann, zoe, acting) => {
    const given = [persona('Ann', ann), persona('Zoe', zoe)];
    for (const personas of [given, given.toReversed()]) expect(personaRoles(personas).actor?.name).toBe(acting);
  });

  it('who alone is there acts, whatever is refused in words that are not understood', () => {
    expect(personaRoles([persona('Ann', 'Attendee: may not organise.')]).actor?.name).toBe('Ann');
  });

  it('a refusal that is not understood limits nothing, and is told', () => {
    const { limited, ambiguous } = personaRoles([
      persona('Admin', 'May do all.'),
      persona('Ann', 'Can register, may not organise.'),
      persona('Bob', 'Can register.'),
    ]);
    expect(limited).toEqual([]);
    expect(ambiguous.map(({ name }) => name)).toEqual(['Ann']);
  });

  it.each([
    ['Attendee: may not organise.', 'Organiser: runs her groups and their events.', ['group', 'event']],
    ['Attendee: registers, may not organize.', 'Organiser: runs her groups, checks attendees in.', ['group']],
    ['Cannot moderate.', 'Moderator: keeps her groups.', ['group']],
    ['May not organise parties.', 'Organiser: runs her groups.', []],
    ['May not organise unless invited.', 'Organiser: runs her groups.', []],
    ['May organise.', 'Organiser: runs her groups.', []],
    ['May not organise.', 'Organiser: runs her finished groups.', []],
    ['May not organise.', 'Organiser: runs groups.', []],
    ['May not organise.', 'Moderator: runs her groups.', []],
    ['May not organise.', 'Organiser: sees her groups.', []],
  ])('"%s" beside "%s" may not change what is run there: %j', (ann, zoe, expected) => {
    const nouns = ['group', 'event', 'ticket'];
    const { actor, limited } = personaRoles([persona('Ann', ann), persona('Zoe', zoe)]);
    const limits = limited.flatMap((one) => one.limits);
    const covered = (action: 'create' | 'read' | 'update') =>
      nouns.filter((noun) => limits.some((limit) => limitCovers(limit, action, { noun, key: '' }, named(nouns))));
    expect([covered('update'), covered('create'), covered('read')]).toEqual([expected, [], []]);
    if (expected.length > 0) expect(actor?.name).toBe('Zoe');
  });

  it('credentials come from AUTH_<NAME> unless another variable is named', () => {
    const { bindings } = personaRoles([
      persona('read only', 'Read-only.'),
      { ...persona('Ops', 'Can do all.'), envVar: 'OPS_LOGIN' },
    ]);
    expect(bindings.map(({ envVar }) => envVar)).toEqual(['OPS_LOGIN', 'AUTH_READ_ONLY']);
  });
});
