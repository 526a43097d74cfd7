import { expect, test } from '@jest/globals';
import { workers } from '#infra/catalog.ts';
import { ofType, resourcesOf } from '#test/infra/aws/merged-template.ts';

/** What one query of CloudWatch Logs Insights may search. */
const LOG_GROUPS_MAX = 50;

test('a saved query shows one call through the functions that work on calls', () => {
  const [query, ...others] = ofType(resourcesOf('the product'), 'AWS::Logs::QueryDefinition');
  expect(others).toEqual([]);
  expect(query?.properties).toMatchObject({
    Name: 'VoiceAssistantCalling/one call',
    QueryString: expect.stringContaining('filter call_id = "call_…"'),
  });
  const groups = query?.properties.LogGroupNames as unknown[];
  expect(groups.length).toBeGreaterThan(workers.length);
  expect(groups.length).toBeLessThanOrEqual(LOG_GROUPS_MAX);
  const searched = JSON.stringify(groups);
  for (const id of [
    'receiveCallEvent',
    'placeCall',
    'applyCallEvent',
    'converse',
    'completeChat',
    'saveRecording',
    'createCall',
  ])
    expect(searched).toContain(id);
});
