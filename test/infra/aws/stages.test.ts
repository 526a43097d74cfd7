import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readStage, readStageText, STAGES_DIR } from '#infra/aws/stages.ts';

const MINIMAL = { stackName: 'Calling', region: 'eu-central-1' };
const stageOf = (settings: unknown) => readStageText('mine', JSON.stringify(settings));

test('a stage has its settings, checked, and keeps them as they were written', () => {
  const given = { ...MINIMAL, account: '123456789012', maxDialsPerSecond: 5, tags: { owner: 'calls' } };
  const stage = stageOf(given);
  expect(stage.given).toEqual(given);
  expect(stage.settings).toMatchObject({ ...MINIMAL, maxDialsPerSecond: '5', retain: true, tags: { owner: 'calls' } });
});

describe('is refused in words:', () => {
  const refusalOf = (changes: object): string => {
    try {
      stageOf({ ...MINIMAL, ...changes });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('a misspelt name, with what was most likely meant', () => {
    expect(refusalOf({ alarmTopicARN: 'arn:aws:sns:eu-central-1:123456789012:a' })).toContain(
      'alarmTopicARN: is no setting. Did you mean alarmTopicArn?',
    );
    expect(refusalOf({ telnyxConectionId: '1' })).toContain('Did you mean telnyxConnectionId?');
    expect(refusalOf({ weather: 'fine' })).toContain('weather: is no setting. infra/README.md lists the settings.');
  });

  test('a value that looks like a secret, without repeating it', () => {
    const secrets = ['whsec_abcdef', 'sk-proj-abc', 'KEY0123_abc', `${'a1'.repeat(20)}`, '-----BEGIN PRIVATE KEY-----'];
    for (const secret of secrets) {
      const refusal = refusalOf({ telnyxVoiceKeyRef: secret, tags: { key: secret } });
      expect(refusal).toContain('telnyxVoiceKeyRef: holds what looks like a secret.');
      expect(refusal).toContain('key: holds what looks like a secret.');
      expect(refusal).not.toContain(secret);
    }
    expect(refusalOf({ telnyxPublicKey: `${'A1'.repeat(21)}A=` })).toBe('');
  });

  test('a missing region or name, a wrong value, and a file that is no object', () => {
    expect(() => stageOf({ stackName: 'Calling' })).toThrow('region: is needed');
    expect(() => stageOf({ region: 'eu-central-1' })).toThrow('stackName: is needed');
    expect(refusalOf({ region: 'Frankfurt' })).toContain('region: must be the name of an AWS region');
    expect(refusalOf({ account: 123 })).toContain('account: must be the 12 digits');
    expect(refusalOf({ domainName: 'api.example.com' })).toContain('certificateArn: is needed where domainName is set');
    expect(refusalOf({ tags: { 'aws:x': 'y' } })).toContain('tags.aws:x: ');
    expect(() => readStageText('mine', '{"stackName":null}')).toThrow('stackName: is null. Leave the line out');
    expect(() => readStageText('mine', '[]')).toThrow('must hold one object');
    expect(() => readStageText('mine', '{')).toThrow('infra/stages/mine.json is no JSON');
  });

  test('a stage without a file', () => {
    expect(() => readStage('prodution')).toThrow(
      'There is no stage "prodution". infra/stages/ has: production, trial.',
    );
    expect(() => readStage('../package')).toThrow('There is no stage');
  });
});

describe.each(readdirSync(STAGES_DIR))('the example %s', (file) => {
  const text = readFileSync(join(STAGES_DIR, file), 'utf8');

  test('is refused while a placeholder stands in it, each by its name', () => {
    const placeholders = Object.entries(JSON.parse(text) as Record<string, unknown>).filter(([, value]) =>
      String(value).startsWith('<'),
    );
    expect(placeholders.length).toBeGreaterThan(0);
    for (const [name] of placeholders)
      expect(() => readStageText('mine', text)).toThrow(`${name}: still has the placeholder`);
  });

  test('can be deployed once they are filled in', () => {
    const filled = {
      ...JSON.parse(text),
      telnyxConnectionId: '2961',
      telnyxPublicKey: `${'A'.repeat(43)}=`,
      ...(text.includes('"account"') && { account: '123456789012' }),
      ...(text.includes('"corsAllowedOrigins"') && { corsAllowedOrigins: 'https://app.example' }),
    };
    expect(stageOf(filled).settings.telephonyProvider).toBe('telnyx');
  });
});
