import { afterAll, beforeAll } from '@jest/globals';
import { type MakeTelephonySetup, newBench } from './bench.ts';
import { commandsContract } from './contract-commands.ts';
import { deletionsContract } from './contract-deletions.ts';
import { diallingContract } from './contract-dialling.ts';
import { numbersContract } from './contract-numbers.ts';
import { webhookContract } from './contract-webhook.ts';

/** What every implementation of the telephony port promises. */
export const telephonyContract = (name: string, makeSetup: MakeTelephonySetup): void => {
  const bench = newBench(makeSetup);
  beforeAll(bench.start);
  afterAll(bench.stop);
  numbersContract(name, bench);
  diallingContract(name, bench);
  commandsContract(name, bench);
  deletionsContract(name, bench);
  webhookContract(name, bench);
};
