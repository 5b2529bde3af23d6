import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { TargetRules } from '#adapters/webhooks/target-rules.ts';
import { HttpSender } from '#adapters/webhooks/webhook-sender.ts';
import { aProject } from '../support/addresses.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario } from '../support/scenario.ts';
import { openPair } from '../support/webhook-receiver.ts';

/** A server of this machine that nobody may be led to: it counts who connects. */
let connections = 0;
const trap = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
await new Promise<void>((resolve) => trap.listen(0, '::', resolve));
afterAll(() => new Promise<void>((resolve) => trap.close(() => resolve())));
const { port } = trap.address() as AddressInfo;

/** Hosts that mean a machine of ours, by what disguises them. Each is tried at the trap's port. */
const hosts: Record<string, readonly string[]> = {
  'private, loopback and link-local IPv4': [
    '127.0.0.1',
    '127.1.2.3',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ],
  'decimal, octal, hexadecimal and short IPv4': [
    '2130706433',
    '2852039166',
    '3232235521',
    '017700000001',
    '0177.0.0.1',
    '0177.0.0.0x1',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7f.1',
    '0xa9fea9fe',
    '127.1',
    '127.0.1',
    '10.1',
    '192.168.257',
    '0',
    '00000000',
    '0251.0376.0251.0376',
  ],
  'IPv6, mapped, compatible, NAT64, 6to4, Teredo, unique local': [
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:169.254.169.254]',
    '[0:0:0:0:0:ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:7f00:1::]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
  ],
  'other digits, dots and letters for the same address': [
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127．0．0．1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    'ｌｏｃａｌｈｏｓｔ',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'loc\tal\nhost',
    'LOCALHOST',
  ],
  'names of the machine, its network and its cloud': [
    'localhost',
    'localhost.',
    'a.localhost',
    'localhost.localdomain',
    'printer.local',
    'router.lan',
    'db.internal',
    'metadata.google.internal',
    'metadata.google.internal.',
    'instance-data',
    'metadata',
    'intranet',
    'wiki.corp',
    'nas.home.arpa',
    'kubernetes',
    'kubernetes.default.svc',
    'kubernetes.default.svc.cluster.local',
  ],
};

/** Whole URLs whose danger is not the host. PORT stands for the trap's. */
const urls: Record<string, readonly string[]> = {
  'a host that only looks like the one before the @': [
    'https://hooks.example.com@127.0.0.1:PORT/',
    'https://hooks.example.com:443@127.0.0.1:PORT/',
    'https://user:password@hooks.example.com/',
    'https://127.0.0.1:PORT\\@hooks.example.com/',
    'https://hooks.example.com%40127.0.0.1:PORT/',
  ],
  'a scheme that is no https': [
    'http://hooks.example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/_POST',
    'ftp://127.0.0.1:PORT/',
    'data:text/plain,x',
    'javascript:alert(1)',
    '//127.0.0.1:PORT/',
  ],
  'a port of another service': [
    'https://hooks.example.com:22/',
    'https://hooks.example.com:25/',
    'https://1.1.1.1:80/',
  ],
  'a fragment': ['https://hooks.example.com/#@127.0.0.1:PORT/'],
};

/** What a name server may answer for a name that nothing is to be said against. */
const answers: Record<string, readonly string[][]> = {
  'an inner address': [['127.0.0.1'], ['10.0.0.1'], ['169.254.169.254'], ['::1'], ['::ffff:127.0.0.1']],
  'an inner address beside a public one': [
    ['1.1.1.1', '127.0.0.1'],
    ['127.0.0.1', '1.1.1.1'],
    ['2606:4700::1111', 'fd00::1'],
    ['1.1.1.1', '64:ff9b::7f00:1'],
    ['2606:4700::1111', '1.1.1.1', '192.168.0.1'],
  ],
  'no address': [[]],
  'what is no address': [['localhost'], ['0x7f000001'], ['']],
};

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const webhooks = `${(await aProject(tenant)).path}/webhooks`;

type Outcome = { trick: string; tried: number; held: number };
const outcomes: Outcome[] = [];
const misses: string[] = [];

const note = (trick: string, cases: readonly (readonly [string, boolean])[]): void => {
  outcomes.push({ trick, tried: cases.length, held: cases.filter(([, held]) => held).length });
  misses.push(...cases.filter(([, held]) => !held).map(([name]) => `${trick}: ${name}`));
};

const family = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4);
const resolving = (addresses: readonly string[]) =>
  new HttpSender(new TargetRules(), {
    resolve: async () => addresses.map((address) => ({ address, family: family(address) })),
  });
/** Names that mean this machine lead to the trap, as the system's own resolution would have it. */
const toTheTrap = resolving(['127.0.0.1', '::1']);

/** Nobody may register the URL, and were it registered nobody would be called. */
const isHeld = async (url: string): Promise<boolean> => {
  const before = connections;
  const { status } = await tenant.owner.post(webhooks, { url });
  const { error, statusCode } = await toTheTrap.post(url, {}, '{}');
  return [400, 409].includes(status) && error === 'ADDRESS_REFUSED' && statusCode === null && connections === before;
};

test('no URL of a webhook leads to a machine of ours', async () => {
  for (const [trick, list] of Object.entries(hosts)) {
    const cases = list.map(async (host) => [host, await isHeld(`https://${host}:${port}/hook`)] as const);
    note(trick, await Promise.all(cases));
  }
  for (const [trick, list] of Object.entries(urls)) {
    const cases = list.map(async (url) => [url, await isHeld(url.replace('PORT', String(port)))] as const);
    note(trick, await Promise.all(cases));
  }
  for (const [trick, list] of Object.entries(answers)) {
    const cases = list.map(async (addresses) => {
      const before = connections;
      const reply = await resolving(addresses).post(`https://hooks.example.com:${port}/`, {}, '{}');
      return [addresses.join(' '), reply.error === 'ADDRESS_REFUSED' && connections === before] as const;
    });
    note(trick, await Promise.all(cases));
  }
  note('a name that is public when it is registered and leads inside later', [await rebinding()]);
  const [tried, held] = [total('tried'), total('held')];
  if (process.env['FULL_SIZE'] === '1') console.table(outcomes);
  console.log(`webhook SSRF: ${held} of ${tried} held, ${connections} connections to the trap`);
  expect(misses).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(82);
  expect(connections).toBe(0);
});

const total = (field: 'tried' | 'held'): number => outcomes.reduce((sum, outcome) => sum + outcome[field], 0);

/** The address that was checked is the one that is called: another one, a moment later, is not asked for. */
const rebinding = async (): Promise<readonly [string, boolean]> => {
  const [checked, inside] = await openPair('127.0.0.2', '127.0.0.1');
  const [first, ...later] = ['127.0.0.2', '127.0.0.1', '127.0.0.1'].map((address) => [{ address, family: 4 }]);
  const host = `rebinding.test:${checked.port}`;
  const queue = [first!, ...later];
  const sender = new HttpSender(new TargetRules([host]), { resolve: async () => queue.shift()! });
  await sender.post(`http://${host}/`, {}, '{}');
  await Promise.all([checked.close(), inside.close()]);
  return ['one look-up for one post', checked.received.length === 1 && inside.received.length === 0];
};

test('the trap notices whoever is led to it', async () => {
  const before = connections;
  const reply = await new HttpSender(new TargetRules([`127.0.0.1:${port}`])).post(
    `http://127.0.0.1:${port}/`,
    {},
    '{}',
  );
  expect(reply).toMatchObject({ statusCode: null, error: 'CONNECTION_FAILED' });
  expect(connections).toBe(before + 1);
});
