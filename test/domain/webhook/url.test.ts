import { describe, expect, test } from '@jest/globals';
import { isPublicAddress, MAX_WEBHOOK_URL_CHARACTERS, webhookUrlProblem } from '#shared/domain/webhook/url.ts';

const urlOfLength = (characters: number) => 'https://crm.example.com/'.padEnd(characters, 'a');

test.each([
  'https://crm.example.com/hooks/calls?team=1',
  'https://crm.example.com:8443/hooks',
  'HTTPS://CRM.EXAMPLE.COM',
  'https://crm.example.com./hooks',
  'https://bücher.example.com/hooks',
  'https://localhost.example.com/hooks',
  'https://93.184.216.34/hooks',
  'https://[2606:4700:4700::1111]/hooks',
  urlOfLength(MAX_WEBHOOK_URL_CHARACTERS),
])('%s may be a webhook URL, on a laptop and off it', (url) => {
  expect([webhookUrlProblem(url, false), webhookUrlProblem(url, true)]).toEqual([null, null]);
});

const NOT_HTTPS = 'must be an https:// address';
const NOT_PUBLIC = 'must not lead to a private, loopback or reserved address';
const NO_PUBLIC_NAME = 'must have a host name that exists in public DNS';

test.each([
  ['', 'must be a valid URL'],
  ['crm.example.com/hooks', 'must be a valid URL'],
  ['https://', 'must be a valid URL'],
  ['https://crm.example.com:99999/', 'must be a valid URL'],
  ['https://1.2.3.256/', 'must be a valid URL'],
  ['http://crm.example.com/hooks', NOT_HTTPS],
  ['ftp://crm.example.com/hooks', NOT_HTTPS],
  ['javascript:alert(1)', NOT_HTTPS],
  ['file:///etc/passwd', NOT_HTTPS],
  ['https://me:secret@crm.example.com/', 'must not contain a user name or password'],
  ['https://me@crm.example.com/', 'must not contain a user name or password'],
  ['https://crm.example.com/hooks#part', 'must not have a fragment (#)'],
  ['https://crm.example.com\\@10.0.0.1/', 'must not contain spaces, control characters or backslashes'],
  ['https://crm.exam\tple.com/', 'must not contain spaces, control characters or backslashes'],
  [' https://crm.example.com/', 'must not contain spaces, control characters or backslashes'],
  ['https://crm.exam\u200bple.com/', 'must not contain spaces, control characters or backslashes'],
  ['https://10.0.0.1/', NOT_PUBLIC],
  ['https://0x0a000001/', NOT_PUBLIC],
  ['https://[::1]/', NOT_PUBLIC],
  ['https://localhost/', NO_PUBLIC_NAME],
  ['https://LOCALHOST./', NO_PUBLIC_NAME],
  ['https://hooks.localhost/', NO_PUBLIC_NAME],
  ['https://intranet/', NO_PUBLIC_NAME],
  ['https://printer.local/', NO_PUBLIC_NAME],
  ['https://metadata.google.internal/', NO_PUBLIC_NAME],
  ['https://nas.home.arpa/', NO_PUBLIC_NAME],
  ['https://crm.test/', NO_PUBLIC_NAME],
  ['https://hooks.default.svc/', NO_PUBLIC_NAME],
  ['https:crm.example.com/hooks', NOT_HTTPS],
  ['https:///crm.example.com/hooks', NOT_HTTPS],
  ['https://crm.example.com../', NO_PUBLIC_NAME],
  [urlOfLength(MAX_WEBHOOK_URL_CHARACTERS + 1), 'must have at most 2048 characters'],
])('%j breaks a rule, on a laptop and off it', (url, problem) => {
  expect([webhookUrlProblem(url, false), webhookUrlProblem(url, true)]).toEqual([problem, problem]);
});

describe('the laptop alone', () => {
  test.each([
    ['http://127.0.0.1:4567/hooks', NOT_HTTPS],
    ['http://127.0.0.1', NOT_HTTPS],
    ['http://127.0.0.1?team=1', NOT_HTTPS],
  ])('may also use %s', (url, problemElsewhere) => {
    expect([webhookUrlProblem(url, false), webhookUrlProblem(url, true)]).toEqual([problemElsewhere, null]);
  });

  test.each([
    'http://127.0.0.2:4567/',
    'http://127.1:4567/',
    'http://127.0.0.1.:4567/',
    'http://2130706433:4567/',
    'http://0x7f.0.0.1:4567/',
    'http://localhost:4567/',
    'http://[::1]:4567/',
    'http://[::ffff:127.0.0.1]:4567/',
    'http://me@127.0.0.1:4567/',
    'http://127.0.0.1:4567@10.0.0.1/',
    'http://127.0.0.1.nip.io:4567/',
    'ftp://127.0.0.1:4567/',
  ])('may not use %s', (url) => {
    expect(webhookUrlProblem(url, true)).toBe(NOT_HTTPS);
  });
});

test('the laptop takes the own machine without TLS alone, as it is documented', () => {
  expect(webhookUrlProblem('https://127.0.0.1:4567/hooks', true)).toBe(NOT_PUBLIC);
});

test.each(['8.8.8.8', '172.15.255.255', '172.32.0.0', '100.128.0.0', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ['this network', '0.0.0.0'],
  ['a private network', '10.255.255.255'],
  ['a private network', '172.16.0.0'],
  ['a private network', '172.31.255.255'],
  ['a private network', '192.168.0.1'],
  ['carrier-grade NAT', '100.64.0.0'],
  ['loopback', '127.255.255.255'],
  ['the metadata address', '169.254.169.254'],
  ["Azure's host agent", '168.63.129.16'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation', '203.0.113.1'],
  ['benchmarking', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-mapped, even of a public address', '::ffff:8.8.8.8'],
  ['IPv4-compatible', '::8.8.8.8'],
  ['IPv4-translated', '::ffff:0:8.8.8.8'],
  ['NAT64', '64:ff9b::8.8.8.8'],
  ['local NAT64', '64:ff9b:1::8.8.8.8'],
  ['6to4', '2002:808:808::1'],
  ['Teredo', '2001:0:808:808::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['unique local', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['unassigned', '4000::1'],
  ['an octal spelling', '010.8.8.8'],
  ['a short spelling', '8.8'],
  ['no address', 'crm.example.com'],
  ['nothing', ''],
])('%s is not public: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});
