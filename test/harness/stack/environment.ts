/** The tests' only contact with the process environment: settings of the harness, and where the stack listens. */

import { followSharedClock } from '#test/harness/time/shared-clock.ts';
import type { FaultRates } from './faults.ts';

const STACK_VARIABLE = 'TEST_STACKS';

/** The addresses of a running stack, written by the global setup and read by every test. */
export interface StackAddress {
  base_url: string;
  /** The fault-injecting proxy through which the service sees its database. */
  dynamodb_url: string;
  carrier_url: string;
  table_name: string;
  state_dir: string;
  /** Controls the stack's time. */
  time_url: string;
  /** Holds the stack's time; empty where that is the machine's. */
  clock_file: string;
}

export const publishStacks = (stacks: StackAddress[]): void => {
  process.env[STACK_VARIABLE] = JSON.stringify(stacks);
};

/** Lets the hundreds of processes that tests start share what Node has compiled of the same modules. */
export const keepCompiled = (folder: string): void => {
  process.env.NODE_COMPILE_CACHE ??= folder;
};

/** The billing providers' signing secrets towards the running stack. */
export const BILLING_SECRETS = { stripe: 'whsec_of_the_test_stack', lemonSqueezy: 'signing-secret-of-the-stack' };

/** For the process of the stack, before its functions are called. */
export const configureBilling = (): void => {
  process.env.STRIPE_WEBHOOK_SECRET = BILLING_SECRETS.stripe;
  process.env.LEMON_SQUEEZY_WEBHOOK_SECRET = BILLING_SECRETS.lemonSqueezy;
};

/** Pauses between the attempts of a webhook delivery. */
export const STACK_RETRY_SECONDS = [5, 30, 120];

/** For the process of the stack, before its functions are called. */
export const configureDeliveries = (): void => {
  process.env.WEBHOOK_RETRY_SECONDS = STACK_RETRY_SECONDS.join(',');
};

/** This machine's configuration, which must not reach the tests. */
const FOREIGN = /^(TELEPHONY_PROVIDER|TELNYX_|CARRIER_|MODEL_ENDPOINT_|(OPENAI|ANTHROPIC|GOOGLE|GROQ|XAI)_)/;

/** The environment of a suite's own service, with these variables. */
export const ownEnvironment = (variables: Record<string, string>): Record<string, string> => {
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  return { ...(Object.fromEntries(inherited) as Record<string, string>), ...variables };
};

/** Gives this process the variables and removes this machine's configuration. */
export const useOwnEnvironment = (variables: Record<string, string>): void => {
  for (const name of Object.keys(process.env)) if (FOREIGN.test(name)) delete process.env[name];
  Object.assign(process.env, variables);
};

/** Sets variables of this process until they are undone. */
export const withEnvironment = (variables: Record<string, string>): { set(): void; undo(): void } => {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  return {
    set: () => void Object.assign(process.env, variables),
    undo: () => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    },
  };
};

/** The stack of this jest worker. Workers are counted from one. */
export const ownStack = (): StackAddress | undefined => {
  const stacks = JSON.parse(process.env[STACK_VARIABLE] || '[]') as StackAddress[];
  return stacks[(Number(process.env.JEST_WORKER_ID ?? 1) - 1) % stacks.length];
};

let known: StackAddress | undefined;

export const stack = (): StackAddress => {
  if (known) return known;
  known = ownStack();
  if (!known) throw new Error('No test stack is running: jest needs globalSetup test/harness/jest/global-setup.ts.');
  if (known.clock_file !== '') followSharedClock(known.clock_file);
  return known;
};

const number = (name: string, fallback: number): number => {
  const text = process.env[name];
  const value = text ? Number(text) : fallback;
  if (Number.isFinite(value) && value >= 0) return value;
  throw new Error(`${name} must be a number of at least 0, not "${text}".`);
};

export const harnessSettings = {
  /** A running DynamoDB for the suites' stack, instead of the embedded one; it serves one stack. */
  dynamodbEndpoint: (): string | undefined => process.env.TEST_DYNAMODB_ENDPOINT || undefined,
  carrierSpeed: (): number => number('CARRIER_SPEED', 1),
  faultSeed: (): number => number('FAULT_SEED', 1),
  faultRates: (): FaultRates => ({
    transactionConflict: number('FAULT_TRANSACTION_CONFLICT', 0.04),
    writeConflict: number('FAULT_WRITE_CONFLICT', 0.03),
    throttling: number('FAULT_THROTTLING', 0.01),
    lostReply: number('FAULT_LOST_REPLY', 0.02),
    unprocessedKeys: number('FAULT_UNPROCESSED_KEYS', 0.04),
  }),
};

/** The environment of a stack whose database never misbehaves, for measurements. */
export const faultlessEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  FAULT_TRANSACTION_CONFLICT: '0',
  FAULT_WRITE_CONFLICT: '0',
  FAULT_THROTTLING: '0',
  FAULT_LOST_REPLY: '0',
  FAULT_UNPROCESSED_KEYS: '0',
});
