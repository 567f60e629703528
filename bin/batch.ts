import { batchCommand } from '../lib/cli/batch.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(batchCommand());
