import { addVehicleCommand } from '../lib/cli/add-vehicle.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(addVehicleCommand());
