/**
 * The one door to zod: the mini build. Import it as a namespace, `import * as z from '…/schemas/zod.ts'`: bundlers then keep only what is
 * used (20 KB); re-exported under a name, all of it would be in every function (433 KB).
 */
export * from 'zod/mini';
