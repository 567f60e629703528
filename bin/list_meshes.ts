import { listMeshesCommand } from '../lib/cli/list-meshes.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(listMeshesCommand());
