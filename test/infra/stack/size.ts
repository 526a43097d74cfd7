import { expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { CATALOGS } from '../catalogs.ts';
import { FAKE_CATALOG, fakeEndpoint } from '../fake-catalog.ts';
import { stacksOf } from '../merged-template.ts';
import { synthesise } from '../synthesise.ts';

/** CloudFormation refuses a template with more than 500; the rest is room for the day a resource is added to each function. */
const MAX_RESOURCES = 450;
/** Endpoints that one tag must have room for: the whole product's, should they all get the same tag. */
const ENDPOINTS_OF_ONE_TAG = 60;

const sizesOf = (catalog: Parameters<typeof synthesise>[0]): number[] =>
  stacksOf(synthesise(catalog)).map((stack) => Object.keys(Template.fromStack(stack).toJSON().Resources ?? {}).length);

test.each(CATALOGS)('every template of %s stays below CloudFormation’s limit', (_, catalog) => {
  for (const size of sizesOf(catalog)) expect(size).toBeLessThan(MAX_RESOURCES);
});

test('a tag has room for 60 endpoints', () => {
  const endpoints = Array.from({ length: ENDPOINTS_OF_ONE_TAG }, (_, n) =>
    fakeEndpoint(`getThing${n}`, { method: 'POST' }),
  );
  const sizes = sizesOf({ ...FAKE_CATALOG, endpoints });
  expect(Math.max(...sizes)).toBeLessThan(MAX_RESOURCES);
  expect(Math.max(...sizes)).toBeGreaterThan(ENDPOINTS_OF_ONE_TAG);
});

test('nothing in a template depends on one AWS account or region', () => {
  for (const stack of stacksOf(synthesise(FAKE_CATALOG))) {
    expect(stack.resolve(stack.account)).toEqual({ Ref: 'AWS::AccountId' });
    expect(JSON.stringify(Template.fromStack(stack).toJSON())).not.toMatch(/arn:aws:[a-z-]*:[a-z]+-[a-z]+-\d/);
  }
});
