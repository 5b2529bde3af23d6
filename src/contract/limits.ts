/** What a plan limits, by the names that callers see. */
export const limitNames = [
  'workspaces',
  'projectsPerWorkspace',
  'featuresPerProject',
  'notebooksPerWorkspace',
  'pagesPerNotebook',
  'billableUsers',
] as const;

export type LimitName = (typeof limitNames)[number];
