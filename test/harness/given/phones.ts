import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { ownStack } from '../stack/environment.ts';

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

/** Below 555, whose numbers are for sale. */
const FIRST_EXCHANGE = 200;
const EXCHANGES = 355;
const FIRST_FOR_SALE = 1000;
const FOR_SALE = 9000;

let drawnWithoutStack = 0;

/**
 * How many numbers the suites on this stack have drawn before, which is the length of a file. Suites on one stack run
 * one after another and share the log of its carrier.
 */
const drawnBefore = (): number => {
  const folder = ownStack()?.state_dir;
  if (folder === undefined) return drawnWithoutStack++;
  const file = openSync(join(folder, 'drawn-numbers'), 'a');
  try {
    const { size } = fstatSync(file);
    writeSync(file, '.');
    return size;
  } finally {
    closeSync(file);
  }
};

/** The digits of the draw, with the area code changing fastest, so that every few contacts are in another zone. */
const drawNumber = (within: number): { areaCode: number; place: number } => {
  const drawn = drawnBefore();
  return {
    areaCode: AREA_CODES[drawn % AREA_CODES.length] as number,
    place: Math.floor(drawn / AREA_CODES.length) % within,
  };
};

/** A callee's number that no other test uses. */
export const calleePhone = (ending: string = CALLEE.answers): string => {
  const { areaCode, place } = drawNumber(EXCHANGES);
  return `+1${areaCode}${FIRST_EXCHANGE + place}${ending}`;
};

/** A number of the simulated carrier's inventory that no other test buys. */
export const numberForSale = (): string => {
  const { areaCode, place } = drawNumber(FOR_SALE);
  return `+1${areaCode}555${FIRST_FOR_SALE + place}`;
};
