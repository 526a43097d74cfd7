import { describe, expect, test } from '@jest/globals';
import { issueSentence, isUnknown, problemOf } from '#functions/dashboard/site/api/problem.ts';
import { ApiError } from '#shared/client/api-error.ts';

const refused = (status: number, body: unknown) =>
  problemOf(new ApiError('POST /api', { status, body, requestId: null }));

describe('What a person is told of a refusal', () => {
  test("is the service's own sentence, and what is wrong with each field", () => {
    const problem = refused(400, {
      error: 'Two fields are wrong.',
      issues: [{ path: 'name', message: 'is required' }],
    });
    expect(problem.words).toBe('Two fields are wrong.');
    expect([...problem.issues]).toEqual([['name', 'is required']]);
    expect(issueSentence('Name', 'is required')).toBe('Name is required.');
  });

  test('says who may, where the key may not', () =>
    expect(refused(403, { error: 'Forbidden' }).words).toContain('or your API key may not do it'));

  test('is the status of an answer that comes from something between', () =>
    expect(refused(502, '<html>Bad gateway</html>').words).toBe('The service answered with status 502.'));

  test('is that nobody knows, where no answer came', () => {
    const problem = problemOf(new TypeError('fetch failed'));
    expect(problem.words).toContain('may have been done all the same');
    expect(isUnknown(problem)).toBe(true);
  });

  test.each([
    [400, false],
    [409, false],
    [500, true],
    [503, true],
  ])('after status %d the effect is unknown: %s', (status, unknown) =>
    expect(isUnknown(refused(status, {}))).toBe(unknown),
  );
});
