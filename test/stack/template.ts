import { rmSync } from 'node:fs';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readConfig } from '../../lib/stack/config.ts';
import { functionIdOf } from '../../lib/stack/functions.ts';
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

/** Every option that a production stage may have besides. */
export const everyOption = {
  ...production,
  domainName: 'routes.example.org',
  certificateArn: 'arn:aws:acm:eu-west-2:123456789012:certificate/1',
  meshWriterArn: 'arn:aws:iam::210987654321:role/mesh-pipeline',
  webAclArn: 'arn:aws:wafv2:eu-west-2:123456789012:regional/webacl/polynya/1',
  monthlyBudgetUsd: 200,
  kmsKeyArn: 'arn:aws:kms:eu-west-2:123456789012:key/6f2b7a1c-4d3e-4f5a-8b6c-7d8e9f0a1b2c',
  auditBuckets: 'true',
  allowedOrigins: 'https://a.example',
  canary: 'falklands/rothera',
  watchEmail: 'bridge@example.org',
};

/** A closed stage in which numbers are not those by default. */
export const configured = {
  auth: 'api-key',
  apiKeyRate: '7',
  apiKeyBurst: '9',
  apiKeyDailyQuota: '1000',
  throttleRate: 70,
  throttleBurst: 90,
  calculatorMemoryMb: 4000,
  calculatorConcurrency: 3,
  routeRetentionDays: 100,
  allowedOrigins: 'https://a.example,https://b.example',
  canary: 'falklands/rothera',
} as const;

/** A stage whose callers sign, and which any page may call. */
export const signed = { auth: 'iam', allowedOrigins: '*', canary: 'falklands/rothera' } as const;

interface Made {
  readonly app: App;
  readonly stack: PolynyaStack;
}

/** Uses the app with its stack, and removes the folder that it is synthesised into. */
export function withApp<T>(context: Record<string, unknown>, use: (made: Made) => T): T {
  const made = makeApp(context);
  try {
    return use(made);
  } finally {
    rmSync(made.app.outdir, { recursive: true });
  }
}

/** As `bin/app.ts` makes it, but without the bundles. */
function makeApp(context: Record<string, unknown>): Made {
  const app = new App({
    context: CURRENTLY_RECOMMENDED_FLAGS,
    builtinCloudFormationValidation: false, // takes twenty seconds; `npm run synth` has it
    treeMetadata: false,
  });
  const config = readConfig(context);
  const code = () => ({ code: Code.fromInline('exports.handler = () => {}'), module: 'index' });
  return { app, stack: new PolynyaStack(app, `polynya-${config.stage}`, { config, code }) };
}

/** Synthesises with the AWS Solutions checks of cdk-nag. @throws Error that names what is not acknowledged */
export function checkSolutions({ app }: Made): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
}

const templates = new Map<string, Template>();

/** The template for a context; made once, in a second: tests share the contexts above. */
export function templateOf(context: Record<string, unknown> = {}): Template {
  const key = JSON.stringify(context);
  const known = templates.get(key) ?? withApp(context, ({ stack }) => Template.fromStack(stack));
  templates.set(key, known);
  return known;
}

export const resources = (template: Template): Record<string, Resource> => template.toJSON().Resources;

export const resourcesOf = (template: Template, type: string): Record<string, Resource> =>
  template.findResources(type) as Record<string, Resource>;

/** The function that runs a handler, by the handler's id. */
export function functionOf(template: Template, handlerId: string): [logicalId: string, Resource] {
  const functions = Object.entries(resourcesOf(template, 'AWS::Lambda::Function'));
  const description = `Polynya ${functionIdOf(handlerId)}`;
  const found = functions.find(([, { Properties }]) => Properties.Description === description);
  if (!found) throw new Error(`No function of ${handlerId} in the template`);
  return found;
}
