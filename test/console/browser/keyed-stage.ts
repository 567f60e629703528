import { readAssembly, type StackSource } from 'template-runner';
import { inject } from 'vitest';
import { templateOf } from '../../stack/template.ts';

/** The stage that wants API keys, with the functions' code of the stage that was synthesised for all tests: bundles take seconds. */
export async function keyedStage(): Promise<StackSource> {
  const open = await readAssembly(inject('assembly'));
  const { Resources, ...template } = templateOf({ auth: 'api-key' }).toJSON() as StackSource['template'];
  const withCode = Object.entries(Resources).map(([id, resource]) => {
    if (resource.Type !== 'AWS::Lambda::Function') return [id, resource] as const;
    const { Code } = open.template.Resources[id]!.Properties!;
    return [id, { ...resource, Properties: { ...resource.Properties, Code } }] as const;
  });
  return { ...open, template: { ...template, Resources: Object.fromEntries(withCode) } };
}
