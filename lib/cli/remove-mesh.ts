import { Command, InvalidArgumentError } from 'commander';
import { invokeImport } from './import-function.ts';
import { accessStack, addStackOptions, type StackOptions } from './stack-outputs.ts';

/** `remove_mesh ID…` */
export function removeMeshCommand(): Command {
  const command = new Command('remove_mesh')
    .description('Takes meshes out of selection for good, and prints one line for each.')
    .argument('<ids...>', 'identifiers, as list_meshes prints them', parseIds)
    .addHelpText(
      'after',
      '\nRoutes on a removed mesh stay readable. Its file comes back only by insert_mesh --restore FILE.' +
        '\nExits with 1 if any mesh does not exist.',
    )
    .action(async (ids: number[], options: StackOptions) => {
      const { removed } = await invokeImport(await accessStack(options), { remove: ids });
      for (const [i, mesh] of removed.entries()) {
        console.log(
          mesh ? `mesh ${mesh.id}: removed, ${mesh.name}, md5 ${mesh.md5}` : `mesh ${ids[i]}: there is none`,
        );
        if (!mesh) process.exitCode = 1;
      }
    });
  return addStackOptions(command);
}

function parseIds(text: string, before: number[] = []): number[] {
  const id = Number(text);
  if (!/^\d+$/.test(text) || id < 1 || !Number.isSafeInteger(id)) {
    throw new InvalidArgumentError('Expected identifiers: whole numbers from 1.');
  }
  return [...before, id];
}
