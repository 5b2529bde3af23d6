import { createRequire } from 'node:module';

type TodoServer = {
  boot(): Promise<void>;
  bind(key: string): { to(value: unknown): void };
  start(): Promise<void>;
  stop(): Promise<void>;
  restServer: { url: string };
};

/**
 * Starts `@loopback/example-todo` on a free loopback port with an empty in-memory database.
 * A real third-party server: its spec is at `<url>/openapi.json`, used exactly as served.
 */
export async function startExampleTodo(): Promise<{ url: string; close: () => Promise<void> }> {
  const { TodoListApplication } = createRequire(import.meta.url)('@loopback/example-todo') as {
    TodoListApplication: new (options: object) => TodoServer;
  };
  const rest = { port: 0, host: '127.0.0.1', gracePeriodForClose: 0 };
  // Left to itself it ends the whole process on SIGTERM.
  const server = new TodoListApplication({ rest, shutdown: { signals: [] } });
  await server.boot();
  server.bind('datasources.config.db').to({ name: 'db', connector: 'memory' });
  await server.start();
  return { url: server.restServer.url, close: () => server.stop() };
}
