import { removeMeshCommand } from '../lib/cli/remove-mesh.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(removeMeshCommand());
