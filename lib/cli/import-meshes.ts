import { Command } from 'commander';
import { invokeImport, needsAttention, resultLine } from './import-function.ts';
import { withProgress } from './progress.ts';
import { accessStack, addStackOptions, type StackOptions } from './stack-outputs.ts';

/** `import_new_meshes` */
export function importMeshesCommand(): Command {
  const command = new Command('import_new_meshes')
    .description(
      'Runs the import of dropped meshes now, and prints one line per mesh that the metadata files tell of.',
    )
    .addHelpText(
      'after',
      '\nExits with 1 if any mesh was refused or failed. One that is not there yet only waits.',
    )
    .action(async (options: StackOptions) => {
      const stack = await accessStack(options);
      const results = await withProgress('importing', invokeImport(stack, {}));
      for (const result of results) console.log(resultLine(result));
      if (results.length === 0) console.log('no metadata file tells of a mesh');
      if (results.some(needsAttention)) process.exitCode = 1;
    });
  return addStackOptions(command);
}
