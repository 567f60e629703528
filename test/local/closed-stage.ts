import { readAssembly, type StackSource } from 'template-runner';
import { inject } from 'vitest';
import { templateOf } from '../stack/template.ts';

/**
 * A stage where callers prove who they are. It uses the bundles of the stage that all tests share, because
 * bundling takes seconds.
 */
export async function closedStage(auth: 'api-key' | 'iam'): Promise<StackSource> {
  const open = await readAssembly(inject('assembly'));
  const { Resources, ...template } = templateOf({ auth }).toJSON() as StackSource['template'];
  const withCode = Object.entries(Resources).map(([id, resource]) => {
    if (resource.Type !== 'AWS::Lambda::Function') return [id, resource] as const;
    const { Code, Handler } = open.template.Resources[id]!.Properties!;
    return [id, { ...resource, Properties: { ...resource.Properties, Code, Handler } }] as const;
  });
  return { ...open, template: { ...template, Resources: Object.fromEntries(withCode) } };
}
