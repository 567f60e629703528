import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleHandlers } from '../lib/stack/bundle.ts';
import { ConfigurationError, readConfig } from '../lib/stack/config.ts';
import { handlerIds, PolynyaStack } from '../lib/stack/polynya-stack.ts';

/** The CDK app: `cdk synth`, `cdk deploy`, and the template that the local mode runs. */
async function main(): Promise<void> {
  // The CDK's feature flags as for a new project, with or without its command line.
  const app = new App({ context: CURRENTLY_RECOMMENDED_FLAGS });
  const config = readConfig(app.node.getAllContext());
  // A folder of its own, so that two syntheses at once don't meet; the assets are copies of what is in it.
  const bundles = mkdtempSync(join(app.outdir, 'handlers-'));
  try {
    await bundleHandlers(handlerIds, bundles);
    new PolynyaStack(app, `polynya-${config.stage}`, {
      config,
      code: (handlerId) => Code.fromAsset(join(bundles, handlerId)),
    });
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    app.synth();
  } finally {
    rmSync(bundles, { recursive: true });
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
