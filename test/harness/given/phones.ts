import { randomInt } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Endings that steer the simulated carrier. */
export const CALLEE = {
  answers: '0001',
  doesNotAnswer: '0002',
  isBusy: '0003',
  hasVoicemail: '0004',
  isInvalid: '0005',
  wantsNoMoreCalls: '0006',
  losesTheDialReply: '0007',
  scramblesEvents: '0008',
  isRateLimitedFirst: '0009',
  asksForCallback: '0010',
  screensCalls: '0011',
} as const;

const FIRST_AREA_CODE = 200;
const LAST_AREA_CODE = 999;

/** Of ordinary numbers of the US and Canada, which every account with such a number may call. */
export const AREA_CODES = Array.from(
  { length: LAST_AREA_CODE - FIRST_AREA_CODE },
  (_, at) => FIRST_AREA_CODE + at,
).filter((code) => {
  const number = parsePhoneNumberFromString(`+1${code}5550001`);
  return ['US', 'CA'].includes(number?.country ?? '') && number?.getType() === 'FIXED_LINE_OR_MOBILE';
});

const areaCode = (): number => AREA_CODES[randomInt(AREA_CODES.length)] as number;

/** A callee's number that no other test uses. */
export const calleePhone = (ending: string = CALLEE.answers): string =>
  `+1${areaCode()}${randomInt(200, 555)}${ending}`;

const drawn = new Set<string>();

/** A number that the test file draws once, where it needs so many that two might be the same. */
export const distinctPhone = (): string => {
  const phone = calleePhone();
  if (drawn.has(phone)) return distinctPhone();
  drawn.add(phone);
  return phone;
};

/** A number of the simulated carrier's inventory that no other test buys. */
export const numberForSale = (): string => `+1${areaCode()}555${randomInt(1000, 9999)}`;
