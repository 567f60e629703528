import { Command } from 'commander';
import { runCommand } from '../lib/cli/run-command.ts';
import { functionIds } from '../lib/stack/functions.ts';
import { storedBundles } from '../lib/stack/stored-bundles.ts';

const command = new Command('npm run build --')
  .description(
    'Makes the bundles of the functions beforehand, those of npm start and those that are deployed, so that neither has to; prints their folders.',
  )
  .action(async () => {
    for (const form of ['shared', 'deployed'] as const) {
      const { folder, made } = await storedBundles(functionIds, form);
      await made;
      console.log(folder);
    }
  });

await runCommand(command);
