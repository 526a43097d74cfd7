import { setTimeout as delay } from 'node:timers/promises';

/** The real clock. Everything else is given one. */
export const clock = (): Date => new Date();

export const sleep = (milliseconds: number): Promise<void> => delay(milliseconds);
