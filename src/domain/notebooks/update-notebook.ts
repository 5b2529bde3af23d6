import type { updateNotebook as endpoint } from '#contract/endpoints/notebooks.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

/** The notebook under another name. */
export const updateNotebook: UseCase<typeof endpoint> = async ({ scope, body, ifMatch }, ports) => {
  const notebook = written(await ports['notebooks:write'].rename(scope, body.name, ifMatch));
  return { body: notebook, version: notebook.version };
};
