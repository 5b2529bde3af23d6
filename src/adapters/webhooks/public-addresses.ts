import { BlockList, isIPv4 } from 'node:net';

/** Networks that are not the public internet's, or stand for others (IANA special-purpose registries). */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Of IPv6 one block is global unicast; mapped and translated IPv4 (::ffff:0:0/96, 64:ff9b::/96) lie outside of it. */
const global6 = ['2000::/3'];
/** Within it: protocol assignments with Teredo, documentation, 6to4, AS112. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

const notPublic4 = listOf(special4, 'ipv4');
const global = listOf(global6, 'ipv6');
const notPublic6 = listOf(special6, 'ipv6');

/** Whether an IP address is one of the public internet: no private, loopback, link-local, metadata, shared or translated one. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !notPublic4.check(address, 'ipv4')
    : global.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
