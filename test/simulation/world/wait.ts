import type { World } from './world.ts';

/** Resolves after a while of virtual time. */
export const wait = ({ kernel }: World, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    kernel.after(milliseconds, () => {
      resolve();
      return true;
    });
  });
