import { readAssembly, type StackSource } from 'template-runner';
import { inject } from 'vitest';
import { templateOf } from '../stack/template.ts';

/**
 * A stage where callers prove who they are. It uses the bundles of the stage that all tests share, because
 * bundling takes seconds.
 */
export async function closedStage(
  auth: 'api-key' | 'iam',
  context: Record<string, unknown> = {},
): Promise<StackSource> {
  const open = await readAssembly(inject('assembly'));
  const { Resources, ...template } = templateOf({ auth, ...context }).toJSON() as StackSource['template'];
  const [handler] = Object.values(open.template.Resources).filter(
    ({ Type }) => Type === 'AWS::Lambda::Function',
  );
  const shared = handler!.Properties!.Code;
  const withCode = Object.entries(Resources).map(([id, resource]) => {
    if (resource.Type !== 'AWS::Lambda::Function') return [id, resource] as const;
    const handlerId = String(resource.Properties!.Description).replace('Polynya ', '');
    const code = { Code: shared, Handler: `${handlerId}/index.handler` };
    return [id, { ...resource, Properties: { ...resource.Properties, ...code } }] as const;
  });
  return { ...open, template: { ...template, Resources: Object.fromEntries(withCode) } };
}
