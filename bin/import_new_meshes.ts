import { importMeshesCommand } from '../lib/cli/import-meshes.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(importMeshesCommand());
