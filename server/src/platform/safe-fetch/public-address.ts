import { BlockList } from 'node:net';
import { type Address, embeddedAddresses } from './address.ts';

/** IANA's special-purpose registry and all other addresses that are not public unicast. */
const NOT_PUBLIC_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** All public IPv6 unicast; NAT64, mapped, local, link-local and multicast addresses are outside it. */
const GLOBAL_IPV6 = ['2000::', 3] as const;
const NOT_PUBLIC_IPV6: readonly (readonly [string, number])[] = [
  // Teredo, ORCHID, benchmarking and other protocol assignments.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 embeds an IPv4 address.
  ['2002::', 16],
  ['3ffe::', 16],
  ['3fff::', 20],
];

/** Cloud machines get their credentials from these addresses, so no setting opens them. */
export const METADATA_ADDRESSES = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.0.23',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd00:c1::a9fe:a9fe',
  'fd20:ce::254',
];

const notPublicIpv4 = listOf(NOT_PUBLIC_IPV4, 'ipv4');
const globalIpv6 = listOf([GLOBAL_IPV6], 'ipv6');
const notPublicIpv6 = listOf(NOT_PUBLIC_IPV6, 'ipv6');

export function isPublic({ family, text }: Address): boolean {
  if (family === 'ipv4') return !notPublicIpv4.check(text, 'ipv4');
  return globalIpv6.check(text, 'ipv6') && !notPublicIpv6.check(text, 'ipv6');
}

/** Whether it is a metadata address or may be translated or tunnelled to one. */
export function isMetadata(address: Address): boolean {
  return [address.text, ...embeddedAddresses(address)].some((text) => METADATA_ADDRESSES.includes(text));
}

function listOf(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, family);
  return list;
}
