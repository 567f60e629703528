import { planCruiseCommand } from '../lib/cli/plan-cruise.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(planCruiseCommand());
