import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** Orders suites by jest's seed alone, which every run prints, so that no suite depends on an earlier one. */
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
    const places = new Map([...tests].map((test) => [test, placeOf(test)]));
    return [...tests].sort((one, other) => (places.get(one) < places.get(other) ? -1 : 1));
  }
}
