interface RuleInWords {
  name: string;
  /** What a refusal says. */
  refusal: RegExp;
  /** What the document says of an operation that has the rule. */
  told: RegExp;
}

/**
 * Rules that JSON Schema has no words for: the document says them in a description. A request that its schemas allow may
 * be refused with these words, and with no others; a limit of requests is told in the same way.
 */
const RULES: readonly RuleInWords[] = [
  {
    name: 'size of request line and headers',
    refusal: /^The request line and headers are larger/,
    told: /at most 10 KB/,
  },
  { name: 'well-formed Unicode', refusal: /^must be well-formed Unicode text$/, told: /well-formed Unicode/ },
  { name: '__proto__ anywhere', refusal: /^"__proto__" is no allowed name of a field$/, told: /`__proto__`/ },
  { name: 'size of free-form objects', refusal: /^must be at most 64 KB as JSON$/, told: /At most 64 KB as JSON/ },
  { name: 'depth of free-form objects', refusal: /^must be nested at most 16 deep$/, told: /nested at most 16 deep/ },
  { name: 'countries that exist', refusal: /^must be an ISO 3166-1 alpha-2 country code/, told: /ISO 3166-1 alpha-2/ },
  { name: 'area codes of US and CA', refusal: /^applies to the countries US and CA only$/, told: /US and CA only/ },
  { name: 'times in order', refusal: /^must be later than from$/, told: /later than `from`/ },
  { name: 'cursors as they were given', refusal: /^must be a next_cursor of this list/, told: /The `next_cursor` of/ },
  { name: 'cursor or offset', refusal: /^must not be given together with cursor$/, told: /not together with `cursor`/ },
  { name: 'times in the future', refusal: /^must be in the future$/, told: /must be in the future/ },
  { name: 'times within a year', refusal: /^must be at most 365 days ahead$/, told: /at most 365 days ahead/ },
  {
    name: 'contact or number',
    refusal: /^exactly one of contactId and toNumber is required$/,
    told: /Exactly one of `contactId` and `toNumber`/,
  },
  {
    name: 'events of a kind',
    refusal: /^must be empty: only the kind call has such events$/,
    told: /only the kind `call` has such events/,
  },
  {
    name: 'whole call windows',
    refusal: /^is required when callWindow(Start|End) is given$/,
    told: /both ends or neither/,
  },
  {
    name: 'call windows that last',
    refusal: /^must differ from callWindowStart/,
    told: /differs from `callWindowStart`/,
  },
  {
    name: 'public addresses',
    refusal: /^must not lead to a private|^must have a host name/,
    told: /public HTTPS address/,
  },
  { name: 'HTTPS alone', refusal: /^must be an https:\/\/ address$/, told: /public HTTPS address/ },
  { name: 'no credentials in addresses', refusal: /^must not contain a user name/, told: /without credentials/ },
  {
    name: 'team or account',
    refusal: /^is required unless accountSlug is given$/,
    told: /`teamId` or `accountSlug` is required/,
  },
  {
    name: 'one value of a field',
    refusal: /^must not differ between query and body$/,
    told: /in both must not differ/,
  },
  {
    name: 'failed sign-ins',
    refusal: /^More than \d+ sign-ins from this address have failed/,
    told: /failures a minute and address are told; further ones are a 429/,
  },
  { name: 'hours that last', refusal: /^must differ from start$/, told: /`end` differs from `start`/ },
  {
    name: 'calls that the plan allows',
    refusal: /^must be at most \d+, which the plan/,
    told: /At most what the plan allows/,
  },
];

/** The rule that a refusal names, if the operation's description tells it. */
export const ruleInWordsOf = (message: string, words: string): string | undefined =>
  RULES.find(({ refusal, told }) => refusal.test(message) && told.test(words))?.name;
