import { insertIceChartCommand } from '../lib/cli/insert-ice-chart.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(insertIceChartCommand());
