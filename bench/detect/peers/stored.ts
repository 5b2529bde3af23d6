import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.cache/detect');

/** The stored result for this input, or a new one, which is stored. An aborted run continues where it ended. */
export async function stored<T>(input: unknown, make: () => Promise<T>): Promise<T> {
  const file = join(folder, `${createHash('sha256').update(JSON.stringify(input)).digest('hex')}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  const made = await make();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(made));
  return made;
}

/** Hash of the sources that decide what our journeys find. Any change makes stored reports invalid. */
export function digestOfWork(): string {
  const hash = createHash('sha256');
  for (const folder of ['planner', 'verifier', 'bench/detect', 'src', 'local', 'functions'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .toSorted())
      hash.update(readFileSync(entry));
  return hash.digest('hex');
}

/** Hash of the sources that decide how a subject behaves with a fault. A change makes stored results invalid. */
export function digestOfSources(subject: string): string {
  const folders = ['bench/detect/faults', 'bench/detect/proxy', `test/subjects/${subject}`];
  const hash = createHash('sha256');
  for (const path of folders.map((one) => join(root, one)).filter(existsSync))
    for (const file of readdirSync(path).toSorted()) hash.update(readFileSync(join(path, file)));
  return hash.digest('hex');
}
