import { Command } from 'commander';
import { invokeImport, needsAttention, resultLine } from './import-function.ts';
import { withProgress } from './progress.ts';
import { accessStack, addStackOptions, type StackOptions } from './stack-outputs.ts';

/** `import_new_meshes` */
export function importMeshesCommand(): Command {
  const command = new Command('import_new_meshes')
    .description(
      'Imports the meshes and ice charts that were dropped into the bucket, and prints one line for each.',
    )
    .addHelpText(
      'after',
      '\nFiles that an earlier run has dealt with are not printed, unless they are still waiting for their file or' +
        '\nrefused. Exits with 1 if any was refused or failed.',
    )
    .action(async (options: StackOptions) => {
      const stack = await accessStack(options);
      const { results } = await withProgress('importing', invokeImport(stack, {}));
      for (const result of results) console.log(resultLine(result));
      if (results.length === 0) process.stderr.write('There is nothing new.\n');
      if (results.some(needsAttention)) process.exitCode = 1;
    });
  return addStackOptions(command);
}
