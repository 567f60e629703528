/** What a client is told that asks for something that is not done, and of which kind that is. */
import { expect, it } from 'vitest';
import {
  NotZoneCreator,
  OnlyOperator,
  StandingZonesLost,
  TooManyPoints,
  TooManyStandingPoints,
  TooManyZones,
  TooManyZonesOfRequester,
  ZoneError,
  ZoneExists,
  ZoneNotFound,
  ZoneTooLarge,
} from '../../lib/zones/errors.ts';

it.each([
  [
    new ZoneExists('Bay'),
    'ZoneExists',
    'conflict',
    'Zone "Bay" exists already; send force_properties "true" to replace it.',
  ],
  [new ZoneNotFound('Bay'), 'ZoneNotFound', 'not-found', 'There is no zone "Bay".'],
  [
    new NotZoneCreator('Bay'),
    'NotZoneCreator',
    'forbidden',
    'Zone "Bay" was created by another caller: only that caller may replace or delete it.',
  ],
  [
    new OnlyOperator(),
    'OnlyOperator',
    'forbidden',
    'Only the operator of the service makes a zone standing.',
  ],
  [
    new OnlyOperator('Bay'),
    'OnlyOperator',
    'forbidden',
    'Zone "Bay" is a standing one: only the operator of the service replaces or deletes it.',
  ],
  [
    new StandingZonesLost('ab12'),
    'StandingZonesLost',
    'busy',
    'The standing zones of the service are lost, and no route is planned without them: its operator brings them back with insert_zones --standing of any of them (standing-zones/ab12.json.gz).',
  ],
  [
    new TooManyStandingPoints(7, 5),
    'TooManyStandingPoints',
    'invalid',
    'The standing zones would have 7 points together, expected at most 5.',
  ],
  [
    new TooManyZones(5),
    'TooManyZones',
    'conflict',
    'There are 5 zones already, which is as many as the service keeps; delete one first.',
  ],
  [
    new TooManyZonesOfRequester(5),
    'TooManyZonesOfRequester',
    'conflict',
    'You have created 5 zones, which is as many as one caller may have; delete one first.',
  ],
  [
    new ZoneTooLarge('Bay', 7, 5),
    'ZoneTooLarge',
    'invalid',
    'Zone "Bay" has 7 bytes as compact JSON, expected at most 5: simplify its border.',
  ],
  [
    new TooManyPoints(7, 5),
    'TooManyPoints',
    'invalid',
    'The zones of the request have 7 points together, expected at most 5.',
  ],
] as const)('%s', (error, name, kind, message) => {
  expect(error).toBeInstanceOf(ZoneError);
  expect([error.name, error.kind, error.message]).toEqual([name, kind, message]);
});
