/** Every URL here has the port `PORT`: put a canary's in its place. */
export const atPort = (url: string, port: number): string => url.replaceAll('PORT', String(port));

const TARGETS = [
  '127.0.0.1',
  '127.0.0.53',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
];

const octetsOf = (address: string): number[] => address.split('.').map(Number);
const numberOf = (octets: number[]): number => octets.reduce((sum, octet) => sum * 256 + octet, 0);
const hex = (value: number, digits = 1): string => value.toString(16).padStart(digits, '0');
const octal = (value: number, digits = 1): string => `0${value.toString(8).padStart(digits, '0')}`;
/** The last 32 bits of an IPv6 address. */
const groups = (octets: number[]): string => `${hex(numberOf(octets.slice(0, 2)))}:${hex(numberOf(octets.slice(2)))}`;

const DIGITS = '0123456789';
const CIRCLED_DIGITS = '⓪①②③④⑤⑥⑦⑧⑨';
const FULLWIDTH_DIGITS = String.fromCodePoint(...Array.from(DIGITS, (_, digit) => 0xff10 + digit));
const BOLD_DIGITS = String.fromCodePoint(...Array.from(DIGITS, (_, digit) => 0x1d7ce + digit));

const respell = (text: string, digits: string, dot = '.'): string =>
  [...text].map((character) => (character === '.' ? dot : ([...digits][Number(character)] ?? ''))).join('');

/** What a URL parser or a resolver may take for the IPv4 address, and what its system may route to it. */
const ipv4Spellings = (address: string): string[] => {
  const octets = octetsOf(address);
  const [first = 0, second = 0, third = 0, fourth = 0] = octets;
  return [
    address,
    `${address}.`,
    String(numberOf(octets)),
    `${numberOf(octets)}.`,
    `0x${hex(numberOf(octets))}`,
    `0X${hex(numberOf(octets), 12).toUpperCase()}`,
    octal(numberOf(octets)),
    octets.map((octet) => `0x${hex(octet, 2)}`).join('.'),
    octets.map((octet) => octal(octet, 3)).join('.'),
    octets.map((octet) => octal(octet, 10)).join('.'),
    `0x${hex(first)}.${octal(second)}.${third}.0x${hex(fourth)}`,
    `${first}.${second}.${numberOf([third, fourth])}`,
    `${first}.${numberOf([second, third, fourth])}`,
    `0x${hex(first)}.${octal(numberOf([second, third, fourth]))}`,
    respell(address, FULLWIDTH_DIGITS),
    respell(address, CIRCLED_DIGITS, '\u3002'),
    respell(address, BOLD_DIGITS),
    respell(address, DIGITS, '\u3002'),
    respell(address, DIGITS, '\uff0e'),
    respell(address, FULLWIDTH_DIGITS, '\uff61'),
    respell(address, DIGITS, '%2e'),
    [...address].map((character) => `%${hex(character.charCodeAt(0))}`).join(''),
  ];
};

const ipv6Carriers = (address: string): string[] => {
  const octets = octetsOf(address);
  const inverted = groups(octets.map((octet) => 255 - octet));
  return [
    `[::ffff:${address}]`,
    `[::ffff:${groups(octets)}]`,
    `[0:0:0:0:0:FFFF:${groups(octets)}]`,
    `[0000:0000:0000:0000:0000:ffff:${address}]`,
    `[::${address}]`,
    `[::ffff:0:${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${groups(octets)}]`,
    `[2002:${groups(octets)}::]`,
    `[2001:0:4136:e378:8000:63bf:${inverted}]`,
  ];
};

const IPV6_TARGETS = [
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0.0.0.1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fe80::1%25lo]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[4000::1]',
];

const LOCAL_NAMES = [
  'localhost',
  'LocalHost',
  'localhost.',
  'localhost..',
  'app.localhost',
  'app.localhost.',
  'localhost.localdomain',
  'ip6-localhost',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  '\uff4cocalhost',
  'loc%61lhost',
  'router.local',
  'metadata.google.internal',
  'kubernetes.default.svc.cluster.local',
  'metadata',
];

/** The text says one host, the parser another. */
const TRICKS = [
  'https://crm.example.com@127.0.0.1:PORT/',
  'https://crm.example.com:443@127.0.0.1:PORT/',
  'https://crm.example.com%2f@127.0.0.1:PORT/',
  'https://@127.0.0.1:PORT/',
  'https://127.0.0.1:PORT@127.0.0.1:PORT/',
  'https://127.0.0.1:PORT\\@crm.example.com/',
  'https://127.0.0.1:PORT#@crm.example.com/',
  'https://crm.example.com#@127.0.0.1:PORT/',
  'https:127.0.0.1:PORT/',
  'https:/127.0.0.1:PORT/',
  'https:///127.0.0.1:PORT/',
  'https:\\\\127.0.0.1:PORT\\',
  ' https://127.0.0.1:PORT/',
  'ht\ntps://127.0.0.1:PORT/',
  'https://127.0\t.0.1:PORT/',
  'https://127.0.0\u00ad.1:PORT/',
  'https://127.0.0.1\u200b:PORT/',
  '//127.0.0.1:PORT/',
  '127.0.0.1:PORT',
  'ftp://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_POST',
  'file://127.0.0.1/etc/passwd',
  'http://crm.example.com@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT#@crm.example.com/',
  'http:127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT/',
  'http://127.0.0\t.1:PORT/',
  'http://127.0.0.1:PORT:80/',
];

const HOSTS = [
  ...TARGETS.flatMap((target) => [...ipv4Spellings(target), ...ipv6Carriers(target)]),
  ...IPV6_TARGETS,
  ...LOCAL_NAMES,
];

/** What a laptop's own setting permits. */
const LOOPBACK_LITERALS: readonly string[] = ['http://127.0.0.1:PORT/hook', 'https://127.0.0.1:PORT/hook'];

/** Refused whatever the settings are. */
export const HOSTILE_URLS: string[] = [
  ...new Set([...HOSTS.flatMap((host) => [`https://${host}:PORT/hook`, `http://${host}:PORT/hook`]), ...TRICKS]),
].filter((url) => !LOOPBACK_LITERALS.includes(url));

/** Nothing is wrong with the text; their owner's DNS decides where they lead. */
export const HOSTILE_NAMES = [
  '127.0.0.1.nip.io',
  '7f000001.nip.io',
  '127-0-0-1.sslip.io',
  'localtest.me',
  'xn--bcher-kva.example.com',
  'rebind.example.com.',
];

/** What such a DNS may answer, alone or among addresses that are public. */
export const HOSTILE_ANSWERS = [
  ...TARGETS,
  '::1',
  '::',
  '::ffff:7f00:1',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fd00::1',
  'fe80::1',
  'fe80::1%lo',
  '127.1',
  '0x7f000001',
  'localhost',
  '',
];
