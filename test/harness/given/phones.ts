import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
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

/** Every fourth area code of ordinary numbers of the US and Canada, so that contacts are in many time zones. */
export const AREA_CODES = [
  201, 205, 209, 214, 218, 224, 228, 235, 248, 252, 257, 267, 273, 281, 302, 306, 310, 315, 319, 324, 329, 334, 341,
  350, 354, 364, 369, 386, 404, 408, 413, 417, 424, 431, 437, 443, 450, 468, 474, 480, 503, 507, 512, 516, 520, 539,
  551, 562, 570, 574, 581, 586, 603, 607, 612, 616, 620, 629, 639, 646, 656, 661, 672, 682, 701, 705, 709, 715, 719,
  726, 731, 738, 747, 757, 765, 772, 778, 782, 802, 806, 812, 816, 820, 828, 835, 843, 850, 858, 863, 870, 879, 904,
  908, 913, 917, 925, 931, 938, 943, 949, 956, 972, 979, 985,
];

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
