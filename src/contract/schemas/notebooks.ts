import { dateTime, exampled, int32, named, nonBlank, storedText, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

/** 256 KiB of Markdown (decision record 0106). */
const largestContentBytes = 256 * 1024;

const name = exampled(nonBlank(200), 'Release notes');

const notebookShape = { id: uuidOut, workspaceId: uuidOut, name: z.string(), createdAt: dateTime };

/** A directory of Markdown pages in a workspace. */
export const notebook = named('Notebook', z.object(notebookShape));

export const notebookFields = named('NotebookFields', z.object({ name }));

/** `characters` counts Unicode code points. */
const pageShape = {
  id: uuidOut,
  notebookId: uuidOut,
  title: z.string(),
  characters: int32,
  createdAt: dateTime,
  updatedAt: dateTime,
};

/** A page, as lists show it. */
export const page = named('MarkdownPage', z.object(pageShape));

/** With its Markdown. */
export const pageDetail = named('MarkdownPageDetail', z.object({ ...pageShape, content: z.string() }));

const content = exampled(storedText(largestContentBytes), '# 1.0\n\nRefunds are paid at once.\n');

export const pageFields = named(
  'MarkdownPageFields',
  z.object({ title: exampled(nonBlank(200), 'Version 1'), content }),
);
