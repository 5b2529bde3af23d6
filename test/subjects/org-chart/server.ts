import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { answerErrors, bodyOf, checked, refuse } from '../request.ts';
import { referenceServer } from '../reference-server.ts';

type Member = { id: string; email: string; role: string; startsOn?: string };
type Team = { id: string; name: string; purpose: string; members: Member[] };
type Org = { id: string; owner: string; name: string; country: string | null; createdAt: string; teams: Team[] };

const USERS: Record<string, string> = { 'Bearer tok-ada': 'ada', 'Bearer tok-mallory': 'mallory' };
const ROLES = ['lead', 'engineer', 'guest'];
const EMAIL = /^[^@\s]{1,64}@[^@\s]+\.[^@\s]+$/;
const COUNTRY = /^[A-Z]{2}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const showOrg = ({ id, name, country, createdAt }: Org) => ({ id, name, country, createdAt });
const showTeam = (orgId: string, { id, name, purpose, members }: Team) => ({
  id,
  orgId,
  name,
  purpose,
  memberCount: members.length,
});

function create(): Hono {
  const orgs: Org[] = [];
  const app = new Hono().basePath('/v2');
  const caller = (context: Context) =>
    USERS[context.req.header('authorization') ?? ''] ?? refuse(401, 'A known token is needed.');
  const org = (context: Context) =>
    orgs.find(({ id, owner }) => id === context.req.param('orgId') && owner === caller(context)) ??
    refuse(404, 'No such organisation.');
  const team = (context: Context) =>
    org(context).teams.find(({ id }) => id === context.req.param('teamId')) ?? refuse(404, 'No such team.');

  answerErrors(app, (_, message) => ({ message }));
  app.use(async (context, next) => {
    caller(context);
    await next();
  });
  app.get('/orgs', (context) => context.json(orgs.filter(({ owner }) => owner === caller(context)).map(showOrg)));
  app.post('/orgs', async (context) => {
    const body = checked(await bodyOf(context));
    const made: Org = {
      id: randomUUID(),
      owner: caller(context),
      name: body.text('name', 80),
      country: body.has('country') ? body.matching('country', COUNTRY) : null,
      createdAt: new Date().toISOString(),
      teams: [],
    };
    orgs.push(made);
    return context.json(showOrg(made), 201);
  });
  app.get('/orgs/:orgId', (context) => context.json(showOrg(org(context))));
  app.patch('/orgs/:orgId', async (context) => {
    const found = org(context);
    const body = checked(await bodyOf(context));
    if (!body.has('name') && !body.has('country')) refuse(400, 'Nothing to change.');
    if (body.has('name')) found.name = body.text('name', 80);
    if (body.has('country')) found.country = body.matching('country', COUNTRY);
    return context.json(showOrg(found));
  });
  app.delete('/orgs/:orgId', (context) => {
    orgs.splice(orgs.indexOf(org(context)), 1);
    return context.body(null, 204);
  });

  app.get('/orgs/:orgId/teams', (context) => {
    const { id, teams } = org(context);
    return context.json(teams.map((one) => showTeam(id, one)));
  });
  app.post('/orgs/:orgId/teams', async (context) => {
    const found = org(context);
    const body = checked(await bodyOf(context));
    const purpose = body.has('purpose') ? body.text('purpose', 500, 0) : '';
    const made: Team = { id: randomUUID(), name: body.text('name', 60), purpose, members: [] };
    found.teams.push(made);
    return context.json(showTeam(found.id, made), 201);
  });
  app.get('/orgs/:orgId/teams/:teamId', (context) => context.json(showTeam(org(context).id, team(context))));
  app.delete('/orgs/:orgId/teams/:teamId', (context) => {
    const { teams } = org(context);
    teams.splice(teams.indexOf(team(context)), 1);
    return context.body(null, 204);
  });

  app.get('/orgs/:orgId/teams/:teamId/members', (context) => context.json(team(context).members));
  app.post('/orgs/:orgId/teams/:teamId/members', async (context) => {
    const { members } = team(context);
    const body = checked(await bodyOf(context));
    const email = body.matching('email', EMAIL);
    const startsOn = body.has('startsOn') ? { startsOn: body.matching('startsOn', DAY) } : {};
    const made: Member = { id: randomUUID(), email, role: body.oneOf('role', ROLES), ...startsOn };
    if (members.some((member) => member.email === email)) refuse(409, `${email} is in the team already.`);
    members.push(made);
    return context.json(made, 201);
  });
  app.delete('/orgs/:orgId/teams/:teamId/members/:memberId', (context) => {
    const { members } = team(context);
    const index = members.findIndex(({ id }) => id === context.req.param('memberId'));
    if (index < 0) refuse(404, 'No such member.');
    members.splice(index, 1);
    return context.body(null, 204);
  });
  return app;
}

export const orgChart = referenceServer(import.meta.dirname, {
  name: 'org-chart',
  style: 'three levels of nesting, uuids, two owners',
  document: 'openapi.yaml',
  personas: [
    { name: 'Ada', description: 'Ada owns her organisations and manages their teams.', authType: 'BEARER' },
    {
      name: 'Mallory',
      description: 'Mallory is an outsider: she is not a member of the organisation and has no access to it.',
      authType: 'BEARER',
    },
  ],
  env: { AUTH_ADA: '{"token":"tok-ada"}', AUTH_MALLORY: '{"token":"tok-mallory"}' },
  identities: { owner: { authorization: 'Bearer tok-ada' }, outsider: { authorization: 'Bearer tok-mallory' } },
  create,
});
