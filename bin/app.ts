import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { stop } from 'esbuild';
import { ConfigurationError, readConfig } from '../lib/stack/config.ts';
import { functionIds } from '../lib/stack/functions.ts';
import { storedBundles } from '../lib/stack/stored-bundles.ts';

/**
 * The CDK app: `cdk synth`, `cdk deploy`, and with POLYNYA_LOCAL the template that the local mode runs, whose handlers
 * share one bundle, and which is not checked against rules for what is deployed. Its steps are lines on standard output.
 */
async function main(): Promise<void> {
  const isLocal = Boolean(process.env.POLYNYA_LOCAL);
  const say = (step: string) => isLocal && console.log(step);
  // The CDK's feature flags as for a new project, with or without its command line.
  const app = new App({ context: CURRENTLY_RECOMMENDED_FLAGS, treeMetadata: !isLocal });
  const config = readConfig(app.node.getAllContext());
  say('bundling the functions and the page');
  const { folder, digest, made } = await storedBundles(functionIds, isLocal ? 'shared' : 'deployed');
  // esbuild works in a process of its own, which holds its memory until it is stopped; meanwhile this one loads the CDK
  const [{ PolynyaStack }] = await Promise.all([import('../lib/stack/polynya-stack.ts'), made.then(stop)]);
  say('synthesising the template');
  const shared = isLocal ? Code.fromAsset(folder, { assetHash: digest }) : undefined;
  new PolynyaStack(app, `polynya-${config.stage}`, {
    config,
    code: (functionId) =>
      shared
        ? { code: shared, module: `${functionId}/index` }
        : { code: Code.fromAsset(join(folder, functionId)), module: 'index' },
  });
  if (!isLocal) {
    const { AwsSolutionsChecks } = await import('cdk-nag');
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  }
  app.synth();
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
