import { setTimeout as delay } from 'node:timers/promises';

/** The real clock. Everything else is given one. */
export const clock = (): Date => new Date();

/** 0 to 1. */
export const chance = (): number => Math.random();

export const sleep = (milliseconds: number): Promise<void> => delay(milliseconds);
