import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { RUNBOOK } from '#infra/aws/alarms.ts';
import { METRICS } from '#shared/ports/metrics.ts';
import { SETTINGS, type SettingsName } from '#test/infra/aws/deployments.ts';
import { ofType, resourcesOf } from '#test/infra/aws/merged-template.ts';

const alarmsOf = (settings: SettingsName) =>
  ofType(resourcesOf('one of each kind', settings), 'AWS::CloudWatch::Alarm');

const alarms = alarmsOf('ownCarrier');

test('every alarm says what happens to people and points to a heading of the runbook', () => {
  const runbook = readFileSync(new URL(`../../../../${RUNBOOK}`, import.meta.url), 'utf8');
  expect(alarms.length).toBeGreaterThan(0);
  for (const { properties } of alarms) {
    const [, consequence, heading] =
      /^(.+\.) See "(.+)" in infra\/README\.md\.$/.exec(String(properties.AlarmDescription)) ?? [];
    expect(consequence).toBeTruthy();
    expect(runbook).toContain(`\n### ${heading}\n`);
  }
});

describe('whoever is named is told that an alarm goes off, and that it is over', () => {
  test.each([
    ['the topic of the settings', 'ownCarrier', SETTINGS.ownCarrier.alarmTopicArn],
    ['a topic of our own that mails', 'mailedAlarms', { Ref: expect.stringMatching(/^AlarmTopic/) }],
  ] as const)('by %s', (_, settings, topic) => {
    for (const { properties } of alarmsOf(settings)) {
      expect(properties.AlarmActions).toEqual([topic]);
      expect(properties.OKActions).toEqual([topic]);
    }
  });

  test('by mail, which CloudWatch may send and nobody may read on its way', () => {
    const resources = resourcesOf('one of each kind', 'mailedAlarms');
    expect(ofType(resources, 'AWS::SNS::Subscription')).toMatchObject([
      { properties: { Protocol: 'email', Endpoint: SETTINGS.mailedAlarms.alarmEmail } },
    ]);
    const [policy] = ofType(resources, 'AWS::SNS::TopicPolicy');
    expect(policy?.properties.PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        expect.objectContaining({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        }),
      ]),
    });
  });

  test('or nobody, and then nothing is made for it', () => {
    for (const { properties } of alarmsOf('none')) expect(properties).not.toHaveProperty('AlarmActions');
    expect(ofType(resourcesOf('one of each kind', 'none'), 'AWS::SNS::Topic')).toEqual([]);
  });
});

describe('what must not be overlooked', () => {
  const watching = (heading: string): Record<string, unknown> => {
    const found = alarms.filter(({ properties }) => String(properties.AlarmDescription).includes(`"${heading}"`));
    expect(found).toHaveLength(1);
    return found[0]?.properties ?? {};
  };

  test('somebody is on the line: a conversation that waits rings within a quarter of a minute of its age', () => {
    expect(watching('Stuck queue: conversation')).toMatchObject({ Threshold: 15, Period: 60, EvaluationPeriods: 2 });
  });

  test('a sweep that does not run at all is told by missing data', () => {
    expect(watching('Timed worker does not run')).toMatchObject({
      MetricName: 'Invocations',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
    });
  });

  test('without a dial nothing is said of dials that are not placed', () => {
    expect(watching('No call is placed')).toMatchObject({
      Namespace: 'VoiceCalling/VoiceAssistantCalling',
      MetricName: 'DialsPlaced',
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'notBreaching',
      EvaluationPeriods: 3,
    });
  });

  test('the concurrency of the whole AWS account is measured by its limit in the settings', () => {
    const claimed = { MetricName: 'ClaimedAccountConcurrency', Threshold: 900 };
    expect(watching('Lambda concurrency runs out')).toMatchObject(claimed);
    expect(watching('Lambda concurrency runs out')).not.toHaveProperty('Dimensions');
  });

  test('every alarm on a metric of our own watches one that the functions write', () => {
    const own = alarms.filter(({ properties }) => String(properties.Namespace).startsWith('VoiceCalling/'));
    const names = Object.values(METRICS).map(({ name }) => name as string);
    expect(own.length).toBeGreaterThanOrEqual(4);
    for (const { properties } of own) expect(names).toContain(properties.MetricName);
  });
});
