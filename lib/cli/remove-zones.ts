import { Command } from 'commander';
import { removeZones } from '../zones/standing.ts';
import { addStackOptions, type StackOptions } from './stack-outputs.ts';
import { withStandingZones } from './standing-access.ts';

/** `remove_zones NAME…` */
export function removeZonesCommand(): Command {
  const command = new Command('remove_zones')
    .description('Removes stored zones, standing ones too, and prints one line for each.')
    .argument('<names...>', 'names, as GET /api/zone lists them')
    .addHelpText(
      'after',
      '\nRequests that were accepted before keep them. Exits with 1 if there is none of a name.',
    )
    .action(async (names: string[], options: StackOptions) => {
      const removed = await withStandingZones(options, (items, sets) => removeZones(items, sets, names));
      removed.forEach((wasThere, i) => {
        console.log(`${names[i]}: ${wasThere ? 'removed' : 'there is none'}`);
        if (!wasThere) process.exitCode = 1;
      });
    });
  return addStackOptions(command);
}
