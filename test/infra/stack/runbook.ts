import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { RUNBOOK } from '#infra/aws/alarms.ts';
import { FAKE_CATALOG } from '../fake-catalog.ts';
import { mergedResources, ofType } from '../merged-template.ts';
import { synthesise } from '../synthesise.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:on-call';
const alarms = ofType(mergedResources(synthesise(FAKE_CATALOG, { alarmTopicArn: TOPIC })), 'AWS::CloudWatch::Alarm');

test('every alarm says what happens to people and points to a heading of the runbook', () => {
  const runbook = readFileSync(new URL(`../../../${RUNBOOK}`, import.meta.url), 'utf8');
  expect(alarms.length).toBeGreaterThan(0);
  for (const { properties } of alarms) {
    const [, consequence, heading] =
      /^(.+\.) See "(.+)" in infra\/README\.md\.$/.exec(String(properties.AlarmDescription)) ?? [];
    expect(consequence).toBeTruthy();
    expect(runbook).toContain(`\n### ${heading}\n`);
  }
});

test('alarms go to the topic of the settings', () => {
  for (const { properties } of alarms) expect(properties.AlarmActions).toEqual([TOPIC]);
});
