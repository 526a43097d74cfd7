import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** Suites that read the whole table many times: minutes, once thousands of tests have written to it. */
const FIRST = /engine\/removal\//;

/** Orders suites by jest's seed alone, which every run prints, so that no suite depends on an earlier one. What a large table makes slow comes first. */
export default class RandomOrder extends TestSequencer {
  constructor(options) {
    super(options);
    this.seed = options.globalConfig.seed;
  }

  sort(tests) {
    const placeOf = ({ path, context }) =>
      createHash('sha256')
        .update(`${this.seed} ${relative(context.config.rootDir, path)}`)
        .digest('hex');
    const isLater = ({ path }) => Number(!FIRST.test(path));
    const places = new Map([...tests].map((test) => [test, `${isLater(test)}${placeOf(test)}`]));
    return [...tests].sort((one, other) => (places.get(one) < places.get(other) ? -1 : 1));
  }
}
