import { describe, expect, it, test } from 'vitest';
import { createAllowList, parseAllowEntry } from './allow-list.ts';
import { judgeAddress, type Verdict } from './judge-address.ts';

const nothing = createAllowList([]);

/** The host as the guard gets it from the URL parser. */
function hostOf(written: string): string {
  return new URL(`http://${written}/`).hostname.replace(/^\[(.*)\]$/, '$1');
}

describe('a literal address in a URL', () => {
  test.each([
    // Loopback, in every spelling that the parser accepts.
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0X7F.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '0000177.0.0.0000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127．0．0．1',
    '%31%32%37.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::0.0.0.1]',
    // "This network", which the system connects to as loopback.
    '0',
    '0.0.0.0',
    '0x0',
    '0.1.2.3',
    '[::]',
    // IPv4 inside IPv6.
    '[::ffff:127.0.0.1]',
    '[::FFFF:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
    '[2001:0:808:808:0:0:80ff:fffe]',
    '[2001::1]',
    '10.0.0.1',
    '10.255.255.255',
    '167772161',
    '0x0a.0.0.1',
    '012.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.65535',
    '3232235521',
    '100.64.0.1',
    '100.127.255.255',
    '[fc00::1]',
    '[fdff:ffff::1]',
    '[fec0::1]',
    // Link-local.
    '169.254.0.1',
    '169.254.255.255',
    '[fe80::1]',
    '[febf::1]',
    '[fe80:0:0:0:0:0:a00:1]',
    // Multicast, broadcast, reserved, documentation, benchmarking.
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '[ff02::1]',
    '[ff0e::1]',
    '[2001:db8::1]',
    '[2001:10::1]',
    '[2001:2::1]',
    '[3ffe::1]',
    '[3fff::1]',
    '[100::1]',
    '[5f00::1]',
    '[::2]',
    '[4000::1]',
  ])('%s is blocked', (written) => {
    expect(judgeAddress(hostOf(written), 80, nothing)).toBe<Verdict>('closed');
  });

  test.each([
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[::169.254.169.254]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1:a9fe:a9:fe00::]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:1:2:3:4:5601:5601]',
    '[2001:db8::5efe:169.254.169.254]',
    '[fd00:ec2::254]',
    '[fd00:0ec2:0:0:0:0:0:0254]',
    '[fd20:ce::254]',
  ])('%s is a metadata address, which no entry can allow', (written) => {
    const everything = createAllowList(['0.0.0.0/0', '::/0']);
    expect(judgeAddress(hostOf(written), 80, nothing)).toBe<Verdict>('never');
    expect(judgeAddress(hostOf(written), 80, everything)).toBe<Verdict>('never');
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '134744072',
    '9.255.255.255',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '192.167.255.255',
    '192.169.0.1',
    '198.17.255.255',
    '198.20.0.1',
    '223.255.255.255',
    '[::ffff:8.8.8.8]',
    '[2606:4700:4700::1111]',
    '[2a00:1450::1]',
    '[2001:200::1]',
    '[2001:4860:4860::8888]',
    '[2003::1]',
  ])('%s is public', (written) => {
    expect(judgeAddress(hostOf(written), 80, nothing)).toBe<Verdict>('open');
  });
});

describe('an answer of a name server', () => {
  test.each<[string, Verdict]>([
    ['::FFFF:127.0.0.1', 'closed'],
    ['0:0:0:0:0:FFFF:7F00:0001', 'closed'],
    ['fe80::1%eth0', 'closed'],
    ['FE80::1%1', 'closed'],
    ['::ffff:169.254.169.254', 'never'],
    ['8.8.8.8', 'open'],
    // Text that is not a plain address must not reach the system, which may interpret it differently.
    ['127.1', 'never'],
    ['0177.0.0.1', 'never'],
    ['2130706433', 'never'],
    ['', 'never'],
    ['localhost', 'never'],
    ['1.2.3.4 ', 'never'],
    ['8.8.8.8\0', 'never'],
  ])('%j has the verdict %s', (text, verdict) => {
    expect(judgeAddress(text, 443, nothing)).toBe(verdict);
  });
});

describe('SERVICE_OUTBOUND_ALLOW', () => {
  test.each<[entry: string, address: string, port: number, Verdict]>([
    ['127.0.0.1:18080', '127.0.0.1', 18080, 'open'],
    ['127.0.0.1:18080', '::ffff:127.0.0.1', 18080, 'open'],
    ['127.0.0.1:18080', '127.0.0.1', 18081, 'closed'],
    ['127.0.0.1:18080', '127.0.0.2', 18080, 'closed'],
    ['127.0.0.1:18080', '::1', 18080, 'closed'],
    ['127.1:18080', '127.0.0.1', 18080, 'open'],
    ['[::ffff:127.0.0.1]:80', '127.0.0.1', 80, 'open'],
    ['[::1]:80', '0:0:0:0:0:0:0:1', 80, 'open'],
    ['[0:0::1]:80', '::1', 80, 'open'],
    ['10.1.0.0/16', '10.1.255.255', 1, 'open'],
    ['10.1.0.0/16', '10.2.0.0', 1, 'closed'],
    ['10.1.0.0/16', '64:ff9b::a01:1', 1, 'closed'],
    ['10.1.2.3/32', '10.1.2.3', 65535, 'open'],
    ['::ffff:10.1.0.0/112', '10.1.0.7', 1, 'open'],
    ['fd00::/8', 'fd12::1', 1, 'open'],
    ['fd00::/8', 'fd00:ec2::254', 80, 'never'],
    ['::/0', '127.0.0.1', 80, 'closed'],
    ['0.0.0.0/0', '::1', 80, 'closed'],
    ['0.0.0.0/0', '10.0.0.1', 80, 'open'],
    ['db.internal:5432', '10.0.0.1', 5432, 'named'],
    ['DB.internal.:5432', '10.0.0.1', 5433, 'closed'],
  ])('the entry %s with %s at port %i gives %s', (entry, address, port, verdict) => {
    expect(judgeAddress(address, port, createAllowList([entry]))).toBe(verdict);
  });

  test.each([
    '',
    ':80',
    '127.0.0.1',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '127.0.0.1:080',
    '127.0.0.1:80 ',
    'user@host:80',
    'host/path:80',
    'host?x:80',
    'a b:80',
    '*.internal:80',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.1/16',
    'fe80::1%eth0/64',
    'internal/8',
    '::/129',
    '::ffff:10.0.0.0/95',
  ])('%j is not a valid entry', (text) => {
    expect(parseAllowEntry(text)).toBeUndefined();
  });

  test.each([
    '169.254.169.254:80',
    '2852039166:80',
    '0xa9fea9fe:80',
    '[::ffff:169.254.169.254]:80',
    '[64:ff9b::a9fe:a9fe]:80',
    '[fd00:ec2::254]:80',
    'metadata.google.internal:80',
    'METADATA.google.internal.:80',
    '169.254.169.254/32',
    '169.254.169.252/30',
    '169.254.0.0/16',
    'fd00:ec2::/32',
    '100.100.100.0/24',
  ])('%s names a metadata address and is refused', (text) => {
    expect(parseAllowEntry(text)).toBeUndefined();
  });

  test.each<[entry: string, address: string, Verdict]>([
    ['8.8.8.8:80', '8.8.8.8', 'open'],
    ['8.8.8.9:80', '8.8.8.8', 'closed'],
    ['8.0.0.0/8', '8.8.8.8', 'open'],
    ['app.example:80', '8.8.8.8', 'named'],
  ])('when public addresses are blocked by default, %s makes the public %s %s', (entry, address, verdict) => {
    expect(judgeAddress(address, 80, createAllowList([entry]), false)).toBe(verdict);
  });

  it('refuses an invalid entry at start', () => {
    expect(() => createAllowList(['10.0.0.0/8', '169.254.169.254:80'])).toThrow('169.254.169.254:80');
  });
});
