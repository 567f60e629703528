import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { readConfig } from '../../lib/stack/config.ts';
import { PolynyaStack } from '../../lib/stack/polynya-stack.ts';

/** A CloudFormation value, as far as tests look into it. */
// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of a hundred shapes
export type Json = any;

export interface Resource {
  readonly Type: string;
  readonly Properties: Json;
  readonly DeletionPolicy?: string;
}

/** The least that a production stage has to be told. */
export const production = { stage: 'production', auth: 'api-key', alarmEmail: 'ops@example.org' } as const;

/** The app with its stack, as `bin/app.ts` makes it, but without the bundles. */
export function makeApp(context: Record<string, unknown> = {}): { app: App; stack: PolynyaStack } {
  const app = new App({ context: CURRENTLY_RECOMMENDED_FLAGS });
  const config = readConfig(context);
  const code = () => Code.fromInline('exports.handler = () => {}');
  return { app, stack: new PolynyaStack(app, `polynya-${config.stage}`, { config, code }) };
}

const templates = new Map<string, Template>();

/** The template for a context; made once. */
export function templateOf(context: Record<string, unknown> = {}): Template {
  const key = JSON.stringify(context);
  if (!templates.has(key)) templates.set(key, Template.fromStack(makeApp(context).stack));
  return templates.get(key)!;
}

export const resources = (template: Template): Record<string, Resource> => template.toJSON().Resources;

export const resourcesOf = (template: Template, type: string): Record<string, Resource> =>
  template.findResources(type) as Record<string, Resource>;

/** The handler's function, by its id. */
export function functionOf(template: Template, handlerId: string): [logicalId: string, Resource] {
  const functions = Object.entries(resourcesOf(template, 'AWS::Lambda::Function'));
  const found = functions.find(([, { Properties }]) => Properties.Description === `Polynya ${handlerId}`);
  if (!found) throw new Error(`No function of ${handlerId} in the template`);
  return found;
}
