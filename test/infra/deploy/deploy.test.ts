import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { deploy } from '#infra/deploy/deploy.ts';
import { readDeployOptions } from '#infra/deploy/options.ts';
import { ACCOUNT, REGION, standInAws } from './stand-in-aws.ts';

const { aws, start, stop } = standInAws();
const stagesDir = mkdtempSync(join(tmpdir(), 'stages-'));

const STACK = 'Calling';
const SETTINGS = {
  stackName: STACK,
  region: REGION,
  account: ACCOUNT,
  telephonyProvider: 'telnyx',
  telnyxConnectionId: '2961',
  telnyxPublicKey: `${'A'.repeat(43)}=`,
  telnyxApiKeySecretName: 'calling/telnyx',
  alarmTopicArn: `arn:aws:sns:${REGION}:${ACCOUNT}:on-call`,
};
const OUTPUTS = { ApiUrl: 'https://abc.execute-api.eu-central-1.amazonaws.com', TableName: 'Calling-Table' };

beforeAll(start);
afterAll(async () => {
  await stop();
  rmSync(stagesDir, { recursive: true, force: true });
});
beforeEach(() => {
  aws.stacks = {
    CDKToolkit: { status: 'UPDATE_COMPLETE' },
    [STACK]: { status: 'UPDATE_COMPLETE', outputs: OUTPUTS, settings: SETTINGS },
  };
  aws.secrets = { 'calling/telnyx': {} };
  Object.assign(aws, { concurrentRuns: 1_000, refusal: undefined, asked: [] });
});

/** What a run prints, asks of the CDK, and is refused with. */
const run = async (
  settings: Record<string, unknown>,
  flags: string,
  { answer = true as boolean | null, reservedRuns = 562 } = {},
) => {
  writeFileSync(join(stagesDir, 'production.json'), JSON.stringify(settings));
  const options = readDeployOptions(['--stage', 'production', ...flags.split(' ').filter(Boolean)]);
  if (!options) throw new Error('These options only ask for help.');
  const [printed, cdk, questions]: string[][] = [[], [], []] as const as string[][];
  const note = (word: string) => {
    cdk?.push(word);
    if (word === 'deploy') aws.stacks[STACK] ??= { status: 'CREATE_COMPLETE', outputs: OUTPUTS };
    return Promise.resolve();
  };
  const refusal = await deploy(options, {
    stagesDir,
    print: (line) => printed?.push(line),
    ask: async (question) => {
      questions?.push(question);
      return answer;
    },
    cdk: {
      synth: (_, isFirst) => note(isFirst ? 'synth the first' : 'synth'),
      diff: () => note('diff'),
      deploy: () => note('deploy'),
      reservedRuns: () => reservedRuns,
    },
  }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { printed: printed?.join('\n') ?? '', cdk, questions, refusal };
};

describe('a stage that is deployed already', () => {
  test('shows its difference, asks, deploys, and says what comes next', async () => {
    const { alarmTopicArn: _, ...before } = SETTINGS;
    aws.stacks[STACK] = {
      status: 'UPDATE_COMPLETE',
      outputs: OUTPUTS,
      settings: { ...before, telnyxConnectionId: '1' },
    };
    const { refusal, printed, cdk, questions } = await run(SETTINGS, '');
    expect(refusal).toBeUndefined();
    expect(printed).toContain(`added    alarmTopicArn: ${SETTINGS.alarmTopicArn}`);
    expect(printed).toContain('changed  telnyxConnectionId: 1 -> 2961');
    expect(cdk).toEqual(['synth', 'diff', 'deploy']);
    expect(questions).toEqual([`Change the stack ${STACK}?`]);
    expect(printed).toContain(`${OUTPUTS.ApiUrl}/api/db/webhook`);
  });

  test('ends after the difference in a dry run', async () => {
    const { refusal, cdk, questions } = await run(SETTINGS, '--dry-run');
    expect([refusal, cdk, questions]).toEqual([undefined, ['synth', 'diff'], []]);
  });

  test('is not changed by a no, nor where nobody can be asked', async () => {
    const no = await run(SETTINGS, '', { answer: false });
    expect(no).toMatchObject({ refusal: 'Nothing was deployed.', cdk: ['synth', 'diff'] });
    const nobody = await run(SETTINGS, '', { answer: null });
    expect(nobody.refusal).toContain('Say --yes');
    expect(nobody.cdk).toEqual(['synth', 'diff']);
  });

  test('is changed without a question by --yes', async () => {
    const { refusal, cdk, questions } = await run(SETTINGS, '--yes');
    expect([refusal, cdk, questions]).toEqual([undefined, ['synth', 'diff', 'deploy'], []]);
  });

  test('is refused while CloudFormation is at it', async () => {
    aws.stacks[STACK] = { status: 'UPDATE_IN_PROGRESS', settings: SETTINGS };
    const { refusal, cdk } = await run(SETTINGS, '--yes');
    expect(refusal).toContain(`The stack ${STACK} is UPDATE_IN_PROGRESS`);
    expect(cdk).toEqual([]);
  });
});

describe('a setting that the deployed stack has', () => {
  const { alarmTopicArn, ...without } = SETTINGS;

  test('is not lost, unless that is said', async () => {
    const refused = await run(without, '--yes');
    expect(refused.refusal).toContain(`alarmTopicArn: the deployed stack has ${alarmTopicArn}, the file nothing.`);
    expect(refused.refusal).toContain('--drop alarmTopicArn');
    expect(refused.cdk).toEqual([]);
    expect(await run(without, '--yes --drop alarmTopicArn')).toMatchObject({ refusal: undefined });
  });

  test.each([
    ['retain', false],
    ['reservedConcurrency', false],
    // What is older goes within a day, for good.
    ['transcriptRetentionDays', 3],
    ['recordingRetentionDays', 365],
    ['terminationProtection', false],
    ['telephonyProvider', 'simulated'],
  ])('%s is not weakened, unless that is said', async (name, weaker) => {
    const weakened = { ...SETTINGS, [name]: weaker };
    // A stack for trying out is not protected from deletion either.
    const others = name === 'retain' ? ' --drop terminationProtection' : '';
    expect((await run(weakened, `--yes${others}`)).refusal).toContain(`--drop ${name}`);
    expect((await run(weakened, `--yes --drop ${name}${others}`)).refusal).toBeUndefined();
  });

  test('cannot be seen where no stage made the stack, so that is said first', async () => {
    aws.stacks[STACK] = { status: 'UPDATE_COMPLETE', outputs: OUTPUTS };
    expect((await run(SETTINGS, '--yes')).refusal).toContain('--adopt');
    expect((await run(SETTINGS, '--yes --adopt')).refusal).toBeUndefined();
  });
});

describe('a stage that is not deployed yet', () => {
  beforeEach(() => {
    delete aws.stacks[STACK];
  });

  test('is created, and then protected', async () => {
    const { refusal, cdk, questions, printed } = await run(SETTINGS, '');
    expect(refusal).toBeUndefined();
    expect(questions).toEqual([`Create the stack ${STACK}?`]);
    expect(cdk).toEqual(['synth the first', 'deploy', 'synth', 'deploy']);
    expect(printed).toContain('tenants create');
    expect(printed).toContain('--stage production');
  });

  test('is created in one step where nothing of it is kept', async () => {
    expect((await run({ ...SETTINGS, retain: false }, '')).cdk).toEqual(['synth the first', 'deploy']);
  });

  test('is not created by --yes alone', async () => {
    const { refusal, cdk } = await run(SETTINGS, '--yes');
    expect(refusal).toContain('--create');
    expect(cdk).toEqual(['synth the first']);
    expect((await run(SETTINGS, '--yes --create')).refusal).toBeUndefined();
  });

  test('counts as new where a first deployment was rolled back', async () => {
    aws.stacks[STACK] = { status: 'ROLLBACK_COMPLETE' };
    expect((await run(SETTINGS, '')).cdk?.[0]).toBe('synth the first');
  });
});

describe('before anything is built', () => {
  const printedOf = async (settings = SETTINGS) => {
    const { printed, refusal, cdk } = await run(settings, '--check-only');
    expect(refusal).toContain('Nothing was deployed');
    expect(cdk).toEqual([]);
    return printed;
  };

  test('an AWS account that is not the stage’s is refused', async () => {
    expect(await printedOf({ ...SETTINGS, account: '210987654321' })).toContain(
      `Your credentials are for account ${ACCOUNT}, the stage for 210987654321`,
    );
  });

  test('credentials that AWS does not take are told in words', async () => {
    aws.refusal = 'ExpiredToken';
    expect(await printedOf()).toMatch(/missing {2}AWS does not answer in eu-central-1: .*expired Sign in first/);
  });

  test('an account that is not bootstrapped is told how', async () => {
    delete aws.stacks.CDKToolkit;
    expect(await printedOf()).toContain(`npx cdk bootstrap aws://${ACCOUNT}/${REGION}`);
  });

  test('a named secret that is not there, is being deleted or has a key that functions cannot use is told how', async () => {
    aws.secrets = {};
    expect(await printedOf()).toContain('There is no secret calling/telnyx (telnyxApiKeySecretName)');
    aws.secrets = { 'calling/telnyx': { DeletedDate: 1_760_000_000 } };
    expect(await printedOf()).toContain('restore-secret');
    aws.secrets = { 'calling/telnyx': { KmsKeyId: 'arn:aws:kms:eu-central-1:1:key/2' } };
    expect(await printedOf()).toContain('set secretsKmsKeyArn');
    expect(aws.asked).not.toContain('GetSecretValue');
  });
});

test('a limit of concurrent runs that is too low is told before the deployment', async () => {
  aws.concurrentRuns = 10;
  const { printed, refusal, cdk } = await run(SETTINGS, '--yes');
  expect(printed).toContain('The account has 10 concurrent Lambda runs, and 662 are needed');
  expect(refusal).toContain('Nothing was deployed');
  expect(cdk).toEqual(['synth']);
  const without = await run({ ...SETTINGS, reservedConcurrency: false }, '--yes --drop reservedConcurrency', {
    reservedRuns: 0,
  });
  expect(without.refusal).toBeUndefined();
});

test('looking alone changes nothing and asks nothing', async () => {
  const { refusal, cdk, questions, printed } = await run(SETTINGS, '--check-only');
  expect([refusal, cdk, questions]).toEqual([undefined, ['synth'], []]);
  expect(printed).toContain('A deployment has what it needs.');
});

test('without a real carrier it is said that there is none', async () => {
  const none = { stackName: STACK, region: REGION };
  aws.stacks[STACK] = { status: 'CREATE_COMPLETE', outputs: OUTPUTS, settings: none };
  expect((await run(none, '--yes')).printed).toContain('Carrier: none.');
});

test('a misspelt option is refused with the nearest', () => {
  expect(() => readDeployOptions(['--stage', 'trial', '--dryrun'])).toThrow('Did you mean --dry-run?');
  expect(() => readDeployOptions([])).toThrow('Say which stage');
  expect(readDeployOptions(['--help'])).toBeUndefined();
});
