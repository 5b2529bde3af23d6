import type { Capability } from '#contract/capabilities.ts';
import { registry } from '#contract/endpoints/index.ts';

/** One Lambda function: where it starts and what it may need. */
export type FunctionEntry = {
  /** Folder of the bundle below the output folder. */
  name: string;
  /** Path from the root of the repository. */
  entry: string;
  /** The capabilities whose clients may be inside. */
  uses: readonly Capability[];
  /** Reads access records, so it has the table's client whatever it uses. */
  authenticates: boolean;
  /** Largest minified size; `false` where a function does so much that size does not matter. */
  budgeted: boolean;
};

/** createProject → create-project: the name that a use case has as a file. */
export const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const endpointFolder = (operationId: string): string => `api/${kebabCase(operationId)}`;
const unknownRouteFolder = 'unknown-route';

/** Every function of the service. */
export const functionList = (): FunctionEntry[] => [
  ...registry.map(({ operationId, uses, permission }) => ({
    name: endpointFolder(operationId),
    entry: `functions/${endpointFolder(operationId)}.ts`,
    uses,
    authenticates: permission !== 'public',
    budgeted: true,
  })),
  {
    name: unknownRouteFolder,
    entry: 'functions/unknown-route.ts',
    uses: [],
    authenticates: false,
    budgeted: true,
  },
];

/** Folders of finished bundles, for the stacks. */
export type BundleFolders = { endpoints: Readonly<Record<string, string>>; unknownRoute: string };

export const bundleFolders = (outputFolder: string): BundleFolders => ({
  endpoints: Object.fromEntries(
    registry.map(({ operationId }) => [operationId, `${outputFolder}/${endpointFolder(operationId)}`]),
  ),
  unknownRoute: `${outputFolder}/${unknownRouteFolder}`,
});
