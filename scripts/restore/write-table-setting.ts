import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Has the next deployment of the stage use a table; the file's other settings stay. True if the file says something else than before. */
export const writeTableSetting = (file: string, table: { name: string; stream: string }): boolean => {
  const before = JSON.parse(readFileSync(file, 'utf8')) as { table?: typeof table };
  if (before.table?.name === table.name && before.table.stream === table.stream) return false;
  const next = `${file}.next`;
  writeFileSync(next, `${JSON.stringify({ ...before, table }, undefined, 2)}\n`);
  renameSync(next, file);
  return true;
};
