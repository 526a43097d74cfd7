import { describe, expect, test } from '@jest/globals';
import { QUEUE_NAMES } from '#shared/schemas/messages.ts';
import { ofType, resourcesOf } from '#test/infra/aws/merged-template.ts';

/** CloudWatch gives three dashboards for nothing, with as many metrics each; it asks 3 dollars a month for a larger one. */
const FREE_METRICS = 50;

interface Widget {
  type: string;
  properties: { title?: string; metrics?: unknown[][]; alarms?: unknown[]; markdown?: string };
}

/** The text of a dashboard, with a word in the place of each name that only a deployment knows. */
const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body;
  const [, parts] = (body as { 'Fn::Join': [string, unknown[]] })['Fn::Join'];
  return parts
    .map((part) => (typeof part === 'string' ? part : `<${JSON.stringify(part).replaceAll('"', "'")}>`))
    .join('');
};

const resources = resourcesOf('the product');
const [dashboard, ...others] = ofType(resources, 'AWS::CloudWatch::Dashboard');
const { widgets } = JSON.parse(textOf(dashboard?.properties.DashboardBody)) as { widgets: Widget[] };
const metrics = widgets.flatMap(({ properties }) => properties.metrics ?? []);

const isExpression = (metric: unknown[]): boolean => typeof metric[0] === 'object';

/** What a metric is, without how it is drawn. */
const nameOf = (metric: unknown[]): string => JSON.stringify(metric.filter((part) => typeof part === 'string'));

describe('the dashboard', () => {
  test('is one, named as the stack', () => {
    expect(others).toEqual([]);
    expect(dashboard?.properties.DashboardName).toBe('VoiceAssistantCalling');
  });

  test('costs nothing', () => {
    const watched = new Set(metrics.filter((metric) => !isExpression(metric)).map(nameOf));
    expect(watched.size).toBeLessThanOrEqual(FREE_METRICS);
    expect(watched.size).toBeGreaterThan(FREE_METRICS / 2);
  });

  test('shows the state of every alarm', () => {
    const states = widgets.find(({ type }) => type === 'alarm');
    expect(states?.properties.alarms).toHaveLength(ofType(resources, 'AWS::CloudWatch::Alarm').length);
  });

  test('shows how long each queue has kept its oldest message', () => {
    const ages = metrics.filter((metric) => metric.includes('ApproximateAgeOfOldestMessage'));
    expect(ages).toHaveLength(QUEUE_NAMES.length);
  });

  test.each([
    'CallsBegun',
    'DialsPlaced',
    'CallsAnswered',
    'CallsEnded',
    'DialsRefused',
    'TurnLatency',
    'CampaignsPaused',
    'CarrierCost',
    '4xx',
    '5xx',
    'RequestsLimited',
    'ClaimedAccountConcurrency',
    'Throttles',
    'ConsumedWriteCapacityUnits',
    'WriteThrottleEvents',
  ])('shows %s', (name) => {
    expect(metrics.map(nameOf).join()).toContain(`"${name}"`);
  });

  test('says what its estimate of costs is', () => {
    expect(JSON.stringify(metrics)).toContain('AWS, estimated from calls');
    expect(widgets.map(({ properties }) => properties.title ?? '').join()).toMatch(/AWS by 0\.00\d+ an answered call/);
  });
});
