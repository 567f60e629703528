import { basename } from 'node:path';
import { type Vehicle, vehicle } from '../vehicles/vehicle.ts';
import { CommandFailed } from './run-command.ts';
import { readJson } from './text-file.ts';

/**
 * A vehicle from a JSON file: either in the form that is sent to the service, or one of PolarRoute's vessel
 * configurations. If a configuration has no vessel type, the file's name is used.
 *
 * @throws CommandFailed with all errors in the file
 */
export async function readVehicleFile(path: string): Promise<Vehicle> {
  const fields = await readJson(path);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new CommandFailed(`${path}: not a vehicle: expected a JSON object`);
  }
  const { force_properties: _, ...properties } = fields as Record<string, unknown>;
  const parsed = vehicle.safeParse({ vessel_type: basename(path).replace(/\.[^.]*$/, ''), ...properties });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.join(', ')} ${issue.keys.length === 1 ? 'is not a known field' : 'are not known fields'}`
      : `${issue.path.join('.')} ${issue.message}`,
  );
  throw new CommandFailed(`${path}: ${faults.join('; ')}`);
}
