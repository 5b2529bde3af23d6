import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Of undici only what the transport asks for: its index has fetch, web sockets, caches and mocks besides, which are more than half of it and which no
 * bundler can leave out of a CommonJS package. `request` is that of the index for a URL and a dispatcher of one's own; a proxy's
 * tunnel is made by `connect` of the prototype.
 */
export const slimUndici: Plugin = {
  name: 'slim-undici',
  setup: ({ onLoad }) => {
    onLoad({ filter: /node_modules.undici.index\.js$/ }, ({ path }) => ({
      contents: slim,
      loader: 'js',
      resolveDir: join(dirname(path), 'lib'),
    }));
  },
};

const slim = `
const api = require('./api/index.js');
Object.assign(require('./dispatcher/dispatcher.js').prototype, api);
exports.Agent = require('./dispatcher/agent.js');
exports.ProxyAgent = require('./dispatcher/proxy-agent.js');
exports.request = (url, { dispatcher, ...options }) => {
  const { origin, pathname, search } = new URL(url);
  return api.request.call(dispatcher, { ...options, origin, path: pathname + search });
};
`;
