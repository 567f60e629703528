import { expect, test } from 'vitest';
import { permissionsByRole, variablesByFunction } from './permissions.ts';
import { type Json, production, type Resource, resources, templateOf } from './template.ts';

/*
 * roles.test.ts and environment.test.ts compare the results of permissionsByRole and variablesByFunction with
 * fixed lists. Here each statement of a role and each variable is removed in turn: the results must then
 * differ by its name.
 */

interface Removal {
  readonly what: string;
  /** Words that the difference must contain. */
  readonly names: readonly string[];
  readonly remove: (all: Record<string, Resource>) => void;
}

const all = resources(templateOf({ ...production, allowedOrigins: '*' }));

/** The lists of statements of a resource: policies, inline policies and trusts. */
const documentsOf = ({ Type, Properties }: Resource): Json[] => {
  if (Type === 'AWS::IAM::Policy') return [Properties.PolicyDocument];
  if (Type !== 'AWS::IAM::Role') return [];
  const inline = (Properties.Policies ?? []).map(({ PolicyDocument }: Json) => PolicyDocument);
  return [Properties.AssumeRolePolicyDocument, ...inline];
};

const removals: Removal[] = Object.entries(all).flatMap(([id, resource]) => [
  ...documentsOf(resource).flatMap(({ Statement }, document) =>
    Statement.map((statement: Json, i: number) => ({
      what: `${id}: ${JSON.stringify(statement.Action)}`,
      names: [statement.Action].flat(),
      remove: (copy: Record<string, Resource>) => documentsOf(copy[id]!)[document].Statement.splice(i, 1),
    })),
  ),
  ...(resource.Properties?.ManagedPolicyArns ?? []).map((_: Json, i: number) => ({
    what: `${id}: a managed policy`,
    names: ['managed'],
    remove: (copy: Record<string, Resource>) => copy[id]!.Properties.ManagedPolicyArns.splice(i, 1),
  })),
  ...Object.keys(resource.Properties?.Environment?.Variables ?? {}).map((name) => ({
    what: `${id}: ${name}`,
    names: [name],
    remove: (copy: Record<string, Resource>) => delete copy[id]!.Properties.Environment.Variables[name],
  })),
]);

const told = (from: Record<string, Resource>): string[] =>
  Object.entries({ ...permissionsByRole(from) })
    .flatMap(([role, each]) => each.map((line) => `${role} ${line}`))
    .concat(
      Object.entries(variablesByFunction(from)).flatMap(([id, names]) =>
        names.map((name) => `${id} ${name}`),
      ),
    );

test('removing any statement of a role or any variable fails a test that names it', () => {
  expect(removals.length).toBeGreaterThan(200);
  const whole = told(all);
  const unnoticed = removals.filter(({ names, remove }) => {
    const copy = structuredClone(all);
    remove(copy);
    const left = new Set(told(copy));
    const missing = whole.filter((line) => !left.has(line));
    return missing.length === 0 || !names.every((name) => missing.some((line) => line.includes(name)));
  });
  expect(unnoticed.map(({ what }) => what)).toEqual([]);
});
