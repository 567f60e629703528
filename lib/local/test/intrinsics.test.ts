// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's and our own placeholders
import { expect, test } from 'vitest';
import { Intrinsics } from '../src/intrinsics.ts';
import type { Template } from '../src/template.ts';

const template: Template = {
  Resources: {},
  Parameters: { Version: { Type: 'String', Default: '7' }, Required: { Type: 'String' } },
  Conditions: {
    IsSeven: { 'Fn::Equals': [{ Ref: 'Version' }, 7] },
    IsEight: { 'Fn::Equals': [{ Ref: 'Version' }, '8'] },
    Neither: { 'Fn::And': [{ 'Fn::Not': [{ Condition: 'IsSeven' }] }, { Condition: 'IsEight' }] },
    Either: { 'Fn::Or': [{ Condition: 'IsEight' }, { Condition: 'IsSeven' }] },
  },
  Mappings: { Ports: { north: { http: 80 } } },
};

const pseudo = { 'AWS::Region': 'us-east-1', 'AWS::NoValue': undefined };
const identify = (logicalId: string) => ({
  ref: `the-${logicalId}`,
  attributes: { Arn: `arn:${logicalId}` },
});
const { resolve, condition } = (() => {
  const intrinsics = new Intrinsics(template, pseudo, identify);
  return { resolve: intrinsics.resolve.bind(intrinsics), condition: intrinsics.condition.bind(intrinsics) };
})();

test.each([
  ['plain values', { a: [1, 'two', true, null] }, { a: [1, 'two', true, null] }],
  ['Ref of a resource', { Ref: 'Table' }, 'the-Table'],
  ['Ref of a parameter', { Ref: 'Version' }, '7'],
  ['Ref of a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
  ['Fn::GetAtt as a list', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:Table'],
  ['Fn::GetAtt as text', { 'Fn::GetAtt': 'Table.Arn' }, 'arn:Table'],
  ['Fn::Join', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }, 'b']] }, 'a/the-Table/b'],
  ['Fn::Split and Fn::Select', { 'Fn::Select': ['1', { 'Fn::Split': ['-', { Ref: 'Table' }] }] }, 'Table'],
  [
    'Fn::Sub',
    { 'Fn::Sub': '${AWS::Region}/${Table}/${Table.Arn}/${!kept}' },
    'us-east-1/the-Table/arn:Table/${kept}',
  ],
  ['Fn::Sub with variables', { 'Fn::Sub': ['${x}-${Table}', { x: { Ref: 'Version' } }] }, '7-the-Table'],
  ['Fn::If', { 'Fn::If': ['IsSeven', { Ref: 'Table' }, 'no'] }, 'the-Table'],
  [
    'AWS::NoValue',
    { a: { 'Fn::If': ['IsEight', 1, { Ref: 'AWS::NoValue' }] }, b: [{ Ref: 'AWS::NoValue' }, 2] },
    { b: [2] },
  ],
  ['Fn::FindInMap', { 'Fn::FindInMap': ['Ports', 'north', 'http'] }, 80],
  ['Fn::Base64', { 'Fn::Base64': 'ice' }, 'aWNl'],
])('%s', (_, value, expected) => {
  expect(resolve(value)).toEqual(expected);
});

test('conditions', () => {
  expect(['IsSeven', 'IsEight', 'Neither', 'Either'].map(condition)).toEqual([true, false, false, true]);
});

test.each([
  ['a function it does not know', { 'Fn::ImportValue': 'x' }, 'Fn::ImportValue'],
  ['a parameter without a default', { Ref: 'Required' }, 'Required has no default'],
  ['an attribute it does not know', { 'Fn::GetAtt': ['Table', 'StreamArn'] }, 'Table.StreamArn'],
  ['a condition that is not there', { 'Fn::If': ['Nowhere', 1, 2] }, 'Nowhere'],
])('refuses %s', (_, value, message) => {
  expect(() => resolve(value)).toThrow(message);
});
