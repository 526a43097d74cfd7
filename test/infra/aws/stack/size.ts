import { expect, test } from '@jest/globals';
import { type CatalogName, ENDPOINTS_OF_ONE_TAG, EVERY_CATALOG } from '#test/infra/aws/deployments.ts';
import { templatesOf } from '#test/infra/aws/templates.ts';

/**
 * CloudFormation refuses a template with more than 500; the rest is room for the day a resource is added to each
 * function.
 */
const MAX_RESOURCES = 450;

const sizesOf = (catalog: CatalogName): number[] =>
  templatesOf(catalog, 'none').map(({ template }) => Object.keys(template.Resources ?? {}).length);

test.each(EVERY_CATALOG)('every template of %s stays below CloudFormation’s limit', (catalog) => {
  for (const size of sizesOf(catalog)) expect(size).toBeLessThan(MAX_RESOURCES);
});

test('a tag has room for 60 endpoints', () => {
  const sizes = sizesOf('a crowded tag');
  expect(Math.max(...sizes)).toBeLessThan(MAX_RESOURCES);
  expect(Math.max(...sizes)).toBeGreaterThan(ENDPOINTS_OF_ONE_TAG);
});

test('nothing in a template depends on one AWS account or region', () => {
  for (const { account, template } of templatesOf('one of each kind', 'none')) {
    expect(account).toEqual({ Ref: 'AWS::AccountId' });
    expect(JSON.stringify(template)).not.toMatch(/arn:aws:[a-z-]*:[a-z]+-[a-z]+-\d/);
  }
});
