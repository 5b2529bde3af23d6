import { enableCompileCache } from 'node:module';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`The service needs Node 24 or newer; this is ${process.version}. Start it with: npm start`);
  process.exitCode = 2;
} else {
  enableCompileCache();
  const { start } = await import('./start.ts');
  await start(process.argv.slice(2));
}
