import { randomInt } from 'node:crypto';

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
} as const;

const areaCode = (): number => randomInt(200, 999);

/** A callee's number that no other test uses. */
export const calleePhone = (ending: string = CALLEE.answers): string =>
  `+1${areaCode()}${randomInt(200, 555)}${ending}`;

/** A number of the simulated carrier's inventory that no other test buys. */
export const numberForSale = (): string => `+1${areaCode()}555${randomInt(1000, 9999)}`;
