import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * undici carries its HTTP parser twice, 72 KB each: with WebAssembly SIMD, which every processor has that Node 22 runs on save older ppc64, and
 * without. A runner carries the first alone, in the place of both.
 */
export const oneHttpParser: Plugin = {
  name: 'one-http-parser',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ }, ({ path }) => ({
      contents: "module.exports = require('./llhttp_simd-wasm.js');",
      loader: 'js',
      resolveDir: dirname(path),
    }));
  },
};
