import type { Context } from 'hono';
import { bodyOf, checked, refuse } from '../request.ts';

export type Department = { id: number; name: string; costCenter: string | null };
export type EmployeeForm = Awaited<ReturnType<typeof sentEmployee>>;
export type Employee = EmployeeForm & { id: number; badgeNumber: number; createdAt: string; updatedAt: string | null };
export type Decision = {
  status: string;
  decidedBy: string | null;
  decidedAt: string | null;
  rejectionReason: string | null;
};
export type Leave = {
  id: number;
  employeeId: number;
  type: string;
  startDate: string;
  endDate: string;
  days: number;
  comment: string | null;
  requestedAt: string;
} & Decision;
export type Salary = { id: number; employeeId: number; amount: number; currency: string; effectiveFrom: string };
export type Store = ReturnType<typeof newStore>;

export const EMPLOYMENT_TYPES = ['FullTime', 'PartTime', 'Contractor'];
const EMPLOYEE_MEMBERS =
  'firstName lastName email phone jobTitle departmentId managerId employmentType hireDate skills'.split(' ');
const EMAIL = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]+(-+[a-z\d]+)*\.)+[a-z\d]+(-+[a-z\d]+)*$/i;
export const INT32 = 2_147_483_647;

/** Reads a request body of these members only. */
export async function formOf(context: Context, members: string[]) {
  const sent = await bodyOf(context);
  for (const name of Object.keys(sent)) if (!members.includes(name)) refuse(400, `${name} is not a known member.`);
  const body = checked(sent);
  return {
    ...body,
    text: (field: string, most: number) => body.matching(field, new RegExp(`^.{1,${most}}$`, 'su')),
    id: (field: string) => body.number(field, 1, INT32),
    optional: <T>(field: string, read: (field: string) => T): T | null => (body.has(field) ? read(field) : null),
    date: (field: string): string => {
      const value = body.matching(field, /^\d{4}-\d\d-\d\d$/);
      const isReal = new Date(Date.parse(value) || 0).toISOString().startsWith(value);
      return isReal ? value : refuse(400, `${field} is not a date.`);
    },
  };
}

export async function sentEmployee(context: Context) {
  const form = await formOf(context, EMPLOYEE_MEMBERS);
  const skills = form.optional('skills', form.texts) ?? [];
  const areGood = skills.length <= 30 && skills.every((skill) => /^.{1,50}$/su.test(skill));
  if (!areGood || new Set(skills).size < skills.length) refuse(400, 'skills are up to 30 distinct short texts.');
  return {
    firstName: form.text('firstName', 50),
    lastName: form.text('lastName', 50),
    email: form.text('email', 254) && form.matching('email', EMAIL),
    phone: form.optional('phone', (field) => form.matching(field, /^\+?[0-9][0-9 ()-]{4,18}$/)),
    jobTitle: form.text('jobTitle', 100),
    departmentId: form.id('departmentId'),
    managerId: form.optional('managerId', form.id),
    employmentType: form.oneOf('employmentType', EMPLOYMENT_TYPES),
    hireDate: form.date('hireDate'),
    skills,
  };
}

/** Rows with identifiers that are never given twice. */
function table<Row extends { id: number }>(name: string) {
  const rows = new Map<number, Row>();
  let last = 0;
  return {
    find: (id: number | null) => rows.get(id ?? 0),
    get: (id: string | undefined): Row => rows.get(Number(id)) ?? refuse(404, `${name} ${id} was not found.`),
    where: (isMeant: (row: Row) => boolean) => [...rows.values()].filter(isMeant),
    remove: (isGone: (row: Row) => boolean) => rows.forEach((row) => isGone(row) && rows.delete(row.id)),
    add: (make: (id: number) => Row): Row => {
      last += 1;
      const row = make(last);
      rows.set(last, row);
      return row;
    },
  };
}

export const newStore = () => ({
  departments: table<Department>('Department'),
  employees: table<Employee>('Employee'),
  leaves: table<Leave>('Leave request'),
  salaries: table<Salary>('Salary'),
});

export function queryOneOf(context: Context, name: string, options: string[]): string | undefined {
  const value = context.req.query(name);
  return value === undefined || options.includes(value) ? value : refuse(400, `${name} '${value}' is not valid.`);
}
