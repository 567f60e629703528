import { expect, test } from 'vitest';
import { everyOption, production, resources, signed, templateOf } from './template.ts';

/** CloudFormation takes 500 resources in a template. */
const MOST = 450;

const countIn = (context: Record<string, unknown>) => Object.keys(resources(templateOf(context))).length;

test.each([
  ['development', {}],
  ['development with every kind of access', signed],
  ['production', production],
  ['production with every option', everyOption],
])('the template of %s has room for more operations', (_, context) => {
  expect(countIn(context)).toBeLessThanOrEqual(MOST);
});

test('what an operation adds is known: put the new number here, and see lib/stack/functions.ts if it is more than a few', () => {
  expect(countIn(production)).toBe(370);
});
