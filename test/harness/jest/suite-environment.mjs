import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { SERVICE_LOG_FILE } from '#infra/local/process/service-log.ts';
import { harnessSettings, ownStack } from '#test/harness/stack/environment.ts';
import { ABOUT_TIME } from '#test/harness/time/traffic.ts';

const LOG_LINES = 20;

const linesOf = (file) => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
};

/**
 * Begins every suite with the same injected faults whenever it runs. A failed suite ends with its service's last words
 * and the way to repeat it.
 */
export default class SuiteEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.suite = relative(config.projectConfig.rootDir, context.testPath);
    this.seed = config.globalConfig.seed;
    this.faultSeed = harnessSettings.faultSeed();
    this.failures = [];
  }

  async setup() {
    await super.setup();
    const stack = ownStack();
    if (!stack) return;
    this.stackLog = join(stack.state_dir, SERVICE_LOG_FILE);
    this.linesBefore = linesOf(this.stackLog).length;
    const digest = createHash('sha256').update(`${this.faultSeed} ${this.suite}`).digest();
    await fetch(stack.time_url, {
      method: 'POST',
      headers: { [ABOUT_TIME]: '1' },
      body: JSON.stringify({ do: 'begin_suite', seed: digest.readUInt32LE() }),
    });
  }

  /** Must be read at once, because a suite's own service is gone when the suite has ended. */
  lastWords() {
    const own = this.global.serviceLogOfThisSuite;
    const lines = own ? linesOf(own) : linesOf(this.stackLog).slice(this.linesBefore);
    return lines.slice(-LOG_LINES);
  }

  handleTestEvent(event) {
    if (event.name !== 'test_fn_failure' && event.name !== 'hook_failure') return;
    const name = event.test ? event.test.name : event.hook.type;
    this.failures.push({ name, lines: this.lastWords() });
  }

  async teardown() {
    const [first] = this.failures;
    if (first) {
      const story = [
        `\n${this.suite}: ${this.failures.length} failed. The service's last words when "${first.name}" failed:`,
        ...(first.lines.length > 0 ? first.lines : ['(it said nothing)']).map((line) => `  ${line}`),
        `Faults of the database followed seed ${this.faultSeed}. Once more:`,
        `  FAULT_SEED=${this.faultSeed} npm test -- --seed=${this.seed} ${this.suite}\n`,
      ];
      process.stderr.write(`${story.join('\n')}\n`);
    }
    await super.teardown();
  }
}
