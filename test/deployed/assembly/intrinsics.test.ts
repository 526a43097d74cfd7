import { expect, test } from '@jest/globals';
import { evaluate } from './intrinsics.ts';

const references = {
  ref: (name: string) => `ref of ${name}`,
  attribute: (resource: string, name: string) => `${name} of ${resource}`,
};
/** A variable in a text of a template. */
const variable = (name: string): string => `$\{${name}}`;
const value = (given: unknown): unknown => evaluate(given, references);

test.each([
  [{ Ref: 'Queue' }, 'ref of Queue'],
  [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'Arn of Queue'],
  [{ 'Fn::Join': ['/', ['a', { Ref: 'B' }]] }, 'a/ref of B'],
  [{ 'Fn::Sub': [variable('A'), variable('B.Arn'), variable('!C')].join() }, `ref of A,Arn of B,${variable('C')}`],
  [{ 'Fn::Sub': [variable('X'), { X: { Ref: 'A' } }] }, 'ref of A'],
  [{ 'Fn::Select': [1, { 'Fn::Split': [',', 'a,b'] }] }, 'b'],
])('%j', (given, expected) => {
  expect(value(given)).toBe(expected);
});

test('what has no value is left out, at any depth', () => {
  expect(value({ a: [{ Ref: 'AWS::NoValue' }, 1], b: { Ref: 'AWS::NoValue' } })).toEqual({ a: [1] });
});

test('a function that nothing here knows is an error', () => {
  expect(() => value({ deep: [{ 'Fn::ImportValue': 'other' }] })).toThrow('Fn::ImportValue');
});
