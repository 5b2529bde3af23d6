import { expect, test } from 'vitest';
import { DnsTxtRecords } from '#adapters/dns/txt-records.ts';
import { openDnsServer } from '../support/dns-server.ts';

const dns = await openDnsServer();
const records = new DnsTxtRecords([dns.address]);

test('every record of the name comes, long ones put together', async () => {
  const long = `${'a'.repeat(255)}${'b'.repeat(145)}`;
  dns.setTexts('_dezycro-verify.example.com', 'v=spf1 -all', long);
  expect((await records.list('_dezycro-verify.example.com')).toSorted()).toEqual([long, 'v=spf1 -all'].toSorted());
});

test('a name that is not there, and one without TXT records, has none', async () => {
  expect(await records.list('nothing.example.com')).toEqual([]);
});

test('each call asks anew', async () => {
  dns.setTexts('changing.example.com', 'before');
  expect(await records.list('changing.example.com')).toEqual(['before']);
  dns.setTexts('changing.example.com', 'after');
  expect(await records.list('changing.example.com')).toEqual(['after']);
});

test('a server that fails, or is not there, is DEPENDENCY_UNAVAILABLE: never "no record"', async () => {
  dns.setFailing(true);
  await expect(records.list('failing.example.com')).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  dns.setFailing(false);
  const nobody = new DnsTxtRecords(['127.0.0.1:1']);
  await expect(nobody.list('example.com')).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
});

test('the environment names servers; without it those of the machine are asked', async () => {
  dns.setTexts('named.example.com', 'found');
  const named = DnsTxtRecords.fromEnvironment({ DNS_SERVERS: `127.0.0.1:1,${dns.address}` });
  expect(await named.list('named.example.com')).toEqual(['found']);
});
