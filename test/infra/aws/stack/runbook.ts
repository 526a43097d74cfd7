import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { RUNBOOK } from '#infra/aws/alarms.ts';
import { SETTINGS } from '#test/infra/aws/deployments.ts';
import { ofType, resourcesOf } from '#test/infra/aws/merged-template.ts';

const alarms = ofType(resourcesOf('one of each kind', 'ownCarrier'), 'AWS::CloudWatch::Alarm');

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

test('alarms go to the topic of the settings', () => {
  for (const { properties } of alarms) expect(properties.AlarmActions).toEqual([SETTINGS.ownCarrier.alarmTopicArn]);
});
