import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { runCommand } from '../lib/cli/run-command.ts';
import { generateSampleMeshes } from '../lib/sample-mesh/sample-mesh.ts';

const command = new Command('sample_mesh')
  .description(
    'Writes the sample meshes of the Southern Ocean, one for a vessel and one of the sea alone, for a stage that has no mesh yet; prints their paths.',
  )
  .option('-o, --output <folder>', 'folder to write to; it is made', '.')
  .action(async ({ output }: { output: string }) => {
    await mkdir(output, { recursive: true });
    for (const { name, gzip } of generateSampleMeshes().meshes) {
      const file = join(output, name);
      await writeFile(file, gzip);
      console.log(file);
    }
  });

await runCommand(command);
