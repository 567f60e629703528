import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { MeshRefused } from '../meshes/mesh-refused.ts';
import { vesselMeshJson } from '../meshes/show/vessel-mesh-json.ts';
import { VesselUnusable } from '../vessel/errors.ts';
import { failToWrite, isStandardOutput, outputOption } from './output-file.ts';
import { readWholeMeshFile } from './read-mesh-file.ts';
import { readVehicleFile } from './read-vehicle-file.ts';
import { CommandFailed } from './run-command.ts';

/** `add_vehicle VEHICLE.json MESH`: makes a vessel mesh without a service. */
export function addVehicleCommand(): Command {
  return new Command('add_vehicle')
    .description('Makes the vessel mesh of a vehicle on an environment mesh, as a file for any tool.')
    .argument('<vehicle>', 'vehicle: JSON as the service takes it, or a PolarRoute vessel configuration')
    .argument('<mesh>', 'environment mesh, .json or .json.gz')
    .addOption(outputOption())
    .addHelpText(
      'after',
      `
Writes each open cell's speed (km/h), resistance (N) and fuel (t) or battery (Ah) per day, and why each other cell is closed. Large
open cells beside small closed ones are cut in four, unless the vehicle has "neighbour_splitting": false.
The fields of a vehicle are in docs/vessels.md. Exits with 1 and one line on standard error where it can't be done.`,
    )
    .action(addVehicle);
}

async function addVehicle(
  vehicleFile: string,
  meshFile: string,
  { output }: { output?: string },
): Promise<void> {
  const vehicle = await readVehicleFile(vehicleFile);
  try {
    await write(vesselMeshJson(await readWholeMeshFile(meshFile), vehicle), output);
  } catch (error) {
    if (error instanceof MeshRefused) throw new CommandFailed(`${meshFile}: ${error.message}`);
    if (error instanceof VesselUnusable) throw new CommandFailed(`${vehicleFile}: ${error.message}`);
    throw error;
  }
}

/** No file is opened before the first piece is ready, so that an error leaves an existing file unchanged. */
async function write(pieces: Generator<string>, output: string | undefined): Promise<void> {
  const first = pieces.next();
  if (first.done) return;
  const text = Readable.from(
    (function* () {
      yield first.value;
      yield* pieces;
    })(),
  );
  try {
    if (isStandardOutput(output)) await pipeline(text, process.stdout, { end: false });
    else await pipeline(text, createWriteStream(output));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isStandardOutput(output) && code === 'EPIPE') return; // the reader needs no more
    if (code === undefined) throw error;
    failToWrite(output, error as Error);
  }
}
