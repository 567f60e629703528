import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import { runCommand } from '../lib/cli/run-command.ts';
import { generateSampleMesh } from '../lib/sample-mesh/sample-mesh.ts';

const command = new Command('sample_mesh')
  .description(
    'Writes the sample mesh of the Southern Ocean, for a stage that has no mesh yet; prints its path.',
  )
  .option('-o, --output <folder>', 'folder to write to', '.')
  .action(async ({ output }: { output: string }) => {
    const { meshName, meshGzip } = generateSampleMesh();
    const file = join(output, basename(meshName));
    await writeFile(file, meshGzip);
    console.log(file);
  });

await runCommand(command);
