import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { referenceServer } from '../reference-server.ts';
import { queryNumber, refuse } from '../request.ts';
import { EMPLOYMENT_TYPES, formOf, INT32, newStore, queryOneOf, sentEmployee } from './store.ts';
import type { Decision, Department, Employee, EmployeeForm, Leave, Salary, Store } from './store.ts';

const HR = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoibWFyYS5saW5kdCIsInJvbGUiOiJIck1hbmFnZXIifQ.Qm0xb1ZqVQ';
const STAFF = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiam9uLmJlcmciLCJyb2xlIjoiRW1wbG95ZWUifQ.ZkQ0d1o4cA';
const USERS = new Map([
  [`Bearer ${HR}`, { name: 'mara.lindt', role: 'HrManager' }],
  [`Bearer ${STAFF}`, { name: 'jon.berg', role: 'Employee' }],
]);
const LEAVE_TYPES = ['Annual', 'Sick', 'Parental', 'Unpaid'];
const LEAVE_STATUSES = ['Pending', 'Approved', 'Rejected'];
const DAY_MS = 86_400_000;
const TITLES: Record<number, string> = {
  400: 'One or more validation errors occurred.',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
};

const now = () => new Date().toISOString();
const userOf = (context: Context) => USERS.get(context.req.header('authorization') ?? '') ?? refuse(401, 'Sign in.');

function created(context: Context, path: string, row: object) {
  context.header('location', new URL(path, context.req.url).href);
  return context.json(row, 201);
}

function departmentRoutes(app: Hono, { departments, employees }: Store): void {
  const headcount = (id: number) => employees.where((one) => one.departmentId === id).length;
  const shown = (one: Department) => ({ ...one, headcount: headcount(one.id) });
  app.get('/Departments', (context) => context.json(departments.where(() => true).map(shown)));
  app.post('/Departments', async (context) => {
    const form = await formOf(context, ['name', 'costCenter']);
    const name = form.text('name', 100);
    const costCenter = form.optional('costCenter', (field) => form.matching(field, /^[A-Z]{2}-\d{4}$/));
    const isTaken = departments.where((one) => one.name.toLowerCase() === name.toLowerCase()).length > 0;
    if (isTaken) refuse(409, `A department named '${name}' already exists.`);
    const made = departments.add((id) => ({ id, name, costCenter }));
    return created(context, `/api/Departments/${made.id}`, shown(made));
  });
  app.get('/Departments/:id{[0-9]+}', (context) => context.json(shown(departments.get(context.req.param('id')))));
  app.delete('/Departments/:id{[0-9]+}', (context) => {
    const { id } = departments.get(context.req.param('id'));
    if (headcount(id) > 0) refuse(409, 'The department still has employees.');
    departments.remove((one) => one.id === id);
    return context.body(null, 204);
  });
}

function employeeRoutes(app: Hono, { departments, employees, leaves, salaries }: Store): void {
  const shown = (one: Employee) => ({ ...one, departmentName: departments.find(one.departmentId)?.name ?? '' });
  const assertFits = (form: EmployeeForm, id = 0) => {
    if (!departments.find(form.departmentId)) refuse(400, 'departmentId is not a department.');
    if (form.managerId !== null && !employees.find(form.managerId)) refuse(400, 'managerId is not an employee.');
    for (let above = form.managerId; above !== null; above = employees.find(above)?.managerId ?? null)
      if (above === id) refuse(400, 'managerId is the employee or one of their reports.');
    const isSame = (one: Employee) => one.id !== id && one.email.toLowerCase() === form.email.toLowerCase();
    if (employees.where(isSame).length > 0) refuse(409, `The e-mail address '${form.email}' is taken.`);
  };
  app.get('/Employees', (context) => {
    const pageNumber = queryNumber(context, 'pageNumber', 1, 1, INT32);
    const pageSize = queryNumber(context, 'pageSize', 10, 1, 50);
    const departmentId = queryNumber(context, 'departmentId', 1, 1, INT32);
    const { departmentId: isAsked, skill } = context.req.query();
    const type = queryOneOf(context, 'employmentType', EMPLOYMENT_TYPES);
    const found = employees
      .where((one) => isAsked === undefined || one.departmentId === departmentId)
      .filter((one) => type === undefined || one.employmentType === type)
      .filter((one) => skill === undefined || one.skills.includes(skill));
    const totalPages = Math.ceil(found.length / pageSize);
    const totals = { totalCount: found.length, pageSize, currentPage: pageNumber, totalPages };
    context.header('x-pagination', JSON.stringify(totals));
    return context.json(found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(shown));
  });
  app.post('/Employees', async (context) => {
    const form = await sentEmployee(context);
    assertFits(form);
    const stamps = { createdAt: now(), updatedAt: null };
    const made = employees.add((id) => ({ id, badgeNumber: 7_000_000_000 + id, ...form, ...stamps }));
    return created(context, `/api/Employees/${made.id}`, shown(made));
  });
  app.get('/Employees/:id{[0-9]+}', (context) => context.json(shown(employees.get(context.req.param('id')))));
  app.put('/Employees/:id{[0-9]+}', async (context) => {
    const employee = employees.get(context.req.param('id'));
    const form = await sentEmployee(context);
    assertFits(form, employee.id);
    Object.assign(employee, form, { updatedAt: now() });
    return context.body(null, 204);
  });
  app.delete('/Employees/:id{[0-9]+}', (context) => {
    const { id } = employees.get(context.req.param('id'));
    if (employees.where((one) => one.managerId === id).length > 0) refuse(409, 'The employee manages others.');
    [leaves, salaries].forEach(({ remove }) => remove(({ employeeId }: Leave | Salary) => employeeId === id));
    employees.remove((one) => one.id === id);
    return context.body(null, 204);
  });
}

function leaveRoutes(app: Hono, { employees, leaves }: Store): void {
  const employeeId = (context: Context) => employees.get(context.req.param('employeeId')).id;
  const leave = (context: Context) => {
    const owner = employeeId(context);
    const found = leaves.get(context.req.param('id'));
    return found.employeeId === owner ? found : refuse(404, `The leave request is not of employee ${owner}.`);
  };
  const decide = (context: Context, found: Leave, status: string, rejectionReason: string | null) => {
    if (found.status !== 'Pending') refuse(409, `The leave request is ${found.status} already.`);
    const decision: Decision = { status, decidedBy: userOf(context).name, decidedAt: now(), rejectionReason };
    return context.json(Object.assign(found, decision));
  };
  const path = '/Employees/:employeeId{[0-9]+}/LeaveRequests';
  app.get(path, (context) => {
    const status = queryOneOf(context, 'status', LEAVE_STATUSES);
    const owner = employeeId(context);
    return context.json(
      leaves.where((one) => one.employeeId === owner && (status === undefined || one.status === status)),
    );
  });
  app.post(path, async (context) => {
    const owner = employeeId(context);
    const form = await formOf(context, ['type', 'startDate', 'endDate', 'comment']);
    const [startDate, endDate] = [form.date('startDate'), form.date('endDate')];
    const type = form.oneOf('type', LEAVE_TYPES);
    const comment = form.optional('comment', (field) => form.text(field, 500));
    if (endDate < startDate) refuse(400, 'endDate must not be before startDate.');
    const overlaps = ({ employeeId, status, ...one }: Leave) =>
      employeeId === owner && status !== 'Rejected' && one.startDate <= endDate && startDate <= one.endDate;
    if (leaves.where(overlaps).length > 0) refuse(409, 'The employee has leave in these days already.');
    const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1;
    const open: Decision = { status: 'Pending', decidedBy: null, decidedAt: null, rejectionReason: null };
    const sent = { type, startDate, endDate, days, comment, requestedAt: now() };
    const made = leaves.add((id) => ({ id, employeeId: owner, ...sent, ...open }));
    return created(context, `/api/Employees/${owner}/LeaveRequests/${made.id}`, made);
  });
  app.get(`${path}/:id{[0-9]+}`, (context) => context.json(leave(context)));
  app.post(`${path}/:id{[0-9]+}/approve`, (context) => decide(context, leave(context), 'Approved', null));
  app.post(`${path}/:id{[0-9]+}/reject`, async (context) => {
    const found = leave(context);
    const form = await formOf(context, ['reason']);
    return decide(context, found, 'Rejected', form.text('reason', 500));
  });
}

function salaryRoutes(app: Hono, { employees, salaries }: Store): void {
  /** Newest first; each ends the day before the next begins. */
  const history = (employeeId: number) => {
    const own = salaries.where((one) => one.employeeId === employeeId);
    const ordered = own.toSorted((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom));
    return ordered.map((one, index) => {
      const next = ordered[index - 1];
      const effectiveTo = next ? new Date(Date.parse(next.effectiveFrom) - DAY_MS).toISOString().slice(0, 10) : null;
      return { ...one, effectiveTo };
    });
  };
  app.get('/Employees/:employeeId{[0-9]+}/Salaries', (context) =>
    context.json(history(employees.get(context.req.param('employeeId')).id)),
  );
  app.post('/Employees/:employeeId{[0-9]+}/Salaries', async (context) => {
    const employeeId = employees.get(context.req.param('employeeId')).id;
    const form = await formOf(context, ['amount', 'currency', 'effectiveFrom']);
    const amount = form.number('amount', 1, 10_000_000, false);
    const sent = {
      amount,
      currency: form.matching('currency', /^[A-Z]{3}$/),
      effectiveFrom: form.date('effectiveFrom'),
    };
    const isTaken = history(employeeId).some((one) => one.effectiveFrom === sent.effectiveFrom);
    if (isTaken) refuse(409, `A salary from ${sent.effectiveFrom} on exists already.`);
    const made = salaries.add((id) => ({ id, employeeId, ...sent }));
    return context.json(
      history(employeeId).find(({ id }) => id === made.id),
      201,
    );
  });
}

function create(): Hono {
  const app = new Hono().basePath('/api');
  const problem = (context: Context, status: ContentfulStatusCode, detail: string) => {
    const [field = ''] = detail.split(' ');
    const told = status === 400 ? { errors: { [field]: [detail] } } : { detail };
    const common = { type: `https://httpstatuses.io/${status}`, title: TITLES[status] ?? 'Error', status };
    const body = { ...common, ...told, traceId: `00-${randomBytes(16).toString('hex')}-01` };
    return context.json(body, status, { 'content-type': 'application/problem+json; charset=utf-8' });
  };
  app.onError((error, context) => {
    if (!(error instanceof HTTPException)) return problem(context, 500, 'Internal error');
    if (error.status === 401) context.header('www-authenticate', 'Bearer');
    return problem(context, error.status, error.message);
  });
  app.notFound((context) => problem(context, 404, 'There is nothing here.'));
  app.use(async (context, next) => {
    const { role } = userOf(context);
    if (role !== 'HrManager' && context.req.method !== 'GET') refuse(403, 'This needs the role HrManager.');
    await next();
  });
  const store = newStore();
  departmentRoutes(app, store);
  employeeRoutes(app, store);
  leaveRoutes(app, store);
  salaryRoutes(app, store);
  return app;
}

export const employees = referenceServer(import.meta.dirname, {
  name: 'employees',
  style: 'ASP.NET Core: problem details, PUT answers 204, totals in a header, a role that may only read',
  document: 'openapi.yaml',
  personas: [
    { name: 'HR manager', description: 'Can manage the whole staff and decide leave requests.', authType: 'BEARER' },
    {
      name: 'Employee',
      description: 'Read-only: can look everything up, may not change anything.',
      authType: 'BEARER',
    },
    { name: 'Anonymous', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  env: { AUTH_HR_MANAGER: JSON.stringify({ token: HR }), AUTH_EMPLOYEE: JSON.stringify({ token: STAFF }) },
  identities: { owner: { authorization: `Bearer ${HR}` }, outsider: { authorization: `Bearer ${STAFF}` } },
  create,
});
