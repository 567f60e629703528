import { insertMeshCommand } from '../lib/cli/insert-mesh.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(insertMeshCommand());
