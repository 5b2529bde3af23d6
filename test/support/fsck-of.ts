import { checkFolder } from '../../local/fsck/check-folder.ts';

/** What `npm run fsck` would say of the data folder of a service that has ended. */
export const fsckOf = async (folder: string): Promise<string[]> => {
  const violations: string[] = [];
  await checkFolder(folder, (violation) => violations.push(violation));
  return violations;
};
