/** The fields of a request that say how much fuel is aboard, and what has to stay there. */
import * as z from 'zod';
import { notNegative, optional, orNull, positive } from '../../request/values.ts';

export const fuelFields = {
  fuel_aboard_tonnes: orNull(notNegative).describe(
    'At the departure; the answer then says what is left at each stop, the best order of stops is one that keeps `reserve_tonnes`, and a voyage that would go below it fails; of `departures`, the best of those that keep it; `alternatives` that would are left out, voyages of a `trade_off` say so in their `note`',
  ),
  reserve_tonnes: orNull(notNegative).describe('What has to stay aboard; default 0'),
  capacity_tonnes: orNull(positive).describe('What the bunkers hold'),
  choose_speed: orNull(z.boolean('must be true or false'))
    .transform((chooses) => chooses || null)
    .describe(
      'True: where the fastest route would go below the reserve, the answer has the one that takes the least time at speeds that keep it; stops with a value are left out where no speed does.',
    ),
};

/** Of a stop. */
export const refuelFields = {
  refuel_tonnes: optional(positive).describe('Taken before leaving, as far as `capacity_tonnes` allows'),
  refuel: optional(z.literal('full', 'must be "full"')).describe('Leaves with `capacity_tonnes`'),
};

interface Sent {
  readonly fuel_aboard_tonnes: number | null;
  readonly reserve_tonnes: number | null;
  readonly capacity_tonnes: number | null;
  readonly choose_speed: boolean | null;
  readonly within_hours: number | null;
  readonly arrive_by: string | null;
  readonly stops: readonly RefuelStop[] | null;
}

export interface RefuelStop {
  readonly name: string;
  readonly value?: number | undefined;
  readonly refuel_tonnes?: number | undefined;
  readonly refuel?: 'full' | undefined;
}

export interface FuelFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** With which fields speeds are not chosen by the fuel where some is taken on the way. */
function choosesMore({ choose_speed, within_hours, arrive_by, stops }: Sent): string[] {
  if (!choose_speed) return [];
  return [
    ...(within_hours === null ? [] : ['within_hours']),
    ...(arrive_by === null ? [] : ['arrive_by']),
    ...(stops?.some(({ value }) => value !== undefined) ? ['value'] : []),
  ];
}

/** What is wrong with fields that are valid one by one. */
export function fuelFaults(sent: Sent): FuelFault[] {
  const { fuel_aboard_tonnes: aboard, reserve_tonnes: reserve, capacity_tonnes: capacity } = sent;
  const faults: FuelFault[] = [];
  const refuse = (path: FuelFault['path'], message: string) => faults.push({ path, message });
  const need = 'needs fuel_aboard_tonnes';
  if (aboard === null && reserve !== null) refuse(['reserve_tonnes'], need);
  if (aboard === null && sent.choose_speed) refuse(['choose_speed'], need);
  if (aboard === null && capacity !== null) refuse(['capacity_tonnes'], need);
  if (aboard !== null && reserve !== null && reserve > aboard)
    refuse(['reserve_tonnes'], 'must not be above fuel_aboard_tonnes');
  if (aboard !== null && capacity !== null && aboard > capacity)
    refuse(['fuel_aboard_tonnes'], 'must not be above capacity_tonnes');
  for (const [i, { name, refuel, refuel_tonnes }] of (sent.stops ?? []).entries()) {
    const of = `of stop "${name}"`;
    const field = refuel ? 'refuel' : 'refuel_tonnes';
    if (!refuel && refuel_tonnes === undefined) continue;
    if (refuel && refuel_tonnes !== undefined)
      refuse(['stops', i, 'refuel'], `${of} can not be combined with its refuel_tonnes`);
    for (const other of choosesMore(sent))
      refuse(['choose_speed'], `can not be combined with ${field} ${of} and ${other} yet`);
    if (aboard === null) refuse(['stops', i, field], `${of} ${need}`);
    else if (refuel && capacity === null) refuse(['stops', i, 'refuel'], `${of} needs capacity_tonnes`);
  }
  return faults;
}
