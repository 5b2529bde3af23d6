import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

/**
 * Packs the sandbox of persona scripts, more than half of the node runner, into compressed text that is unpacked when a script runs:
 * otherwise Node reads all of it at every start. The same package gives the same text on every host.
 */
export const packedSandbox: Plugin = {
  name: 'packed-sandbox',
  setup: ({ onLoad, esbuild }) => {
    onLoad({ filter: /quickjs-singlefile-mjs-release-sync.dist.emscripten-module-\w+\.mjs$/ }, async ({ path }) => {
      const { outputFiles } = await esbuild.build({
        entryPoints: [path],
        bundle: true,
        write: false,
        minify: true,
        platform: 'node',
        target: 'node22',
        format: 'esm',
        charset: 'utf8',
        // Asked for Node's own modules only; where the text is unpacked there is no file to ask from.
        define: { 'import.meta.url': '"file:///"' },
      });
      const gzip = gzipSync(outputFiles[0]!.contents, { level: 9 });
      // Byte 9 names the operating system that compressed.
      gzip[9] = 255;
      return { contents: unpacking(gzip.toString('base64')), loader: 'js' };
    });
  },
};

const unpacking = (packed: string): string => `
import { gunzipSync } from 'node:zlib';
const source = gunzipSync(Buffer.from('${packed}', 'base64')).toString('base64');
const unpacked = await import('data:text/javascript;base64,' + source);
export default unpacked.default;
`;
