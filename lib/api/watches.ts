import * as z from 'zod';
import { readFileTypes } from '../route-files/format-types.ts';
import { vesselType } from '../vehicles/vehicle.ts';
import { STATUSES } from '../watches/judge-rest.ts';
import { ATOM, followRequest, positionReport, watchRequest } from '../watches/watch-fields.ts';
import { degrees, exampleBase, repeatable, url } from './fields.ts';
import { MAX_VOYAGE_BYTES, operationsOf } from './operation.ts';
import { limit, nextOwned } from './paging.ts';

const exampleId = '4c0f3a52-6d1e-4b57-9a2f-0f9f6f6f2d11';
const id = z.uuid();
const parameters = { watch_id: { of: 'watch', schema: z.uuid().toLowerCase(), example: exampleId } };
const time = z.iso.datetime();
const place = { lat: degrees, lon: degrees, time };

const event = z.strictObject({
  time,
  status: z.enum(STATUSES),
  was: z.enum(STATUSES),
  sentence: z.string().describe('For whoever sails the ship'),
  rest: z
    .strictObject({
      hours: z.number().nullable(),
      tonnes: z.number().nullable(),
      planned_hours: z.number(),
      planned_tonnes: z.number().nullable(),
      cost: z.number().nullable().optional().describe('In money, where the objective is cost'),
      planned_cost: z.number().nullable().optional(),
      fuel_left_tonnes: z
        .number()
        .optional()
        .describe(
          'At the end in the new sea, of what was reported to be aboard; less than 0: it is too little',
        ),
    })
    .describe(
      'From where the ship is: in the new sea, and as planned; null where the way is closed, or nothing is said',
    ),
  place: z.strictObject({ lat: degrees, lon: degrees }).optional().describe('What is closed'),
  meshes: z.array(z.int()),
  route_id: z
    .int()
    .optional()
    .describe(
      'The best way from where the ship was, in the new sea; of a watch by time, which is not chosen, a route with the fastest way alone',
    ),
});

const fields = {
  id,
  name: z.string(),
  route_id: z.int().describe('The route that is sailed now'),
  objective: z.string(),
  requested_by: z.string().nullable(),
  created: time,
  departure: time,
  status: z
    .enum(STATUSES)
    .describe(
      'Of the rest in the newest sea. closed: a leg can not be sailed when the ship is there, or the weather no longer allows what is done at a stop; late: a window is missed; dearer, better: the rest, or another way, costs so much more or less; beyond: data are missing for a part; holds; unknown: the check failed',
    ),
  reason: z.string().optional().describe('Why it is unknown'),
  checked: time.nullable().describe('When new data were looked at last'),
  position: z
    .strictObject({
      ...place,
      from: z.enum(['plan', 'report']),
      off_nm: z.number().optional().describe('How far from the planned way it was reported'),
    })
    .describe('The latest report by its own time; where there is none, where the plan has the ship now'),
  done: z.array(z.string()).optional().describe('The stops that reports said are done'),
  fuel: z
    .strictObject({
      aboard_tonnes: z.number(),
      time: time.describe('Of the latest report that said what was aboard'),
      left_tonnes: z
        .number()
        .nullable()
        .describe('At the end: as the latest check says, without one as planned; less than 0: too little'),
    })
    .optional()
    .describe('Once it was reported'),
  arrives: time.describe(
    'As the latest check says; without one as planned; after a report, what the plan takes from the place of the way that is nearest to it',
  ),
  planned_arrival: time,
  until: time.describe('When the watch ends: it ends earlier where an arrival is reported'),
  tell_from_percent: z.number(),
  meshes: z
    .array(z.int())
    .describe('Those of the latest check; without one those that the route was planned on'),
  ended: z
    .strictObject({ time, why: z.enum(['arrival', 'until', 'deleted']) })
    .optional()
    .describe('Once it has ended; it is kept for 30 days'),
  info: z
    .string()
    .optional()
    .describe('Where the latest report is far off the way, or on land, or positions of it were left out'),
};
const watch = z.strictObject(fields);
const madeGood = z
  .strictObject({
    hours: z
      .number()
      .describe(
        'Between reports less than 12 h apart and within 25 NM of the way, but for stays at stops and waits',
      ),
    of_predicted_percent: z.number().describe('The speed made good, in per cent of the predicted'),
    by_ice: z
      .array(
        z.strictObject({
          concentration: z.tuple([z.number(), z.number()]).readonly(),
          nm: z.number().describe('Along the planned way; less than 0 where the ship went back more than on'),
          hours: z.number(),
          predicted_hours: z.number(),
        }),
      )
      .readonly()
      .describe(
        'The same by concentration of ice, %, as the route was planned: from the first and below the second, the last with 100. What lies where the ice is not known is in none',
      ),
  })
  .nullable()
  .describe('Null while there are too few reports to compare');
const wholeWatch = z.strictObject({
  ...fields,
  made_good: madeGood,
  events: z.array(event).describe('What changed, newest first'),
  next: z.string().optional().describe('Where there are older events: for the next page'),
});

const example = {
  id: exampleId,
  name: 'Falklands to Rothera (traveltime)',
  route_id: 9,
  objective: 'traveltime',
  requested_by: null,
  created: '2026-11-27T08:00:00.000Z',
  departure: '2026-11-28T06:00:00.000Z',
  status: 'dearer',
  checked: '2026-11-29T00:10:00.000Z',
  position: { lat: -55.2, lon: -60.1, time: '2026-11-28T22:00:00.000Z', from: 'report', off_nm: 1.4 },
  arrives: '2026-12-01T15:30:00.000Z',
  planned_arrival: '2026-12-01T13:00:00.000Z',
  until: '2026-12-04T13:00:00.000Z',
  tell_from_percent: 2,
  meshes: [11, 12, 13, 14],
} as const;
const madeGoodExample = {
  hours: 16,
  of_predicted_percent: 85,
  by_ice: [
    { concentration: [0, 10], nm: 132.3, hours: 10, predicted_hours: 9.8 },
    { concentration: [40, 50], nm: 24.5, hours: 6, predicted_hours: 3.8 },
  ],
} as const;
const whole = {
  ...example,
  made_good: madeGoodExample,
  events: [
    {
      time: '2026-11-29T00:10:00.000Z',
      status: 'dearer',
      was: 'holds',
      sentence: 'The rest takes 64.5 h; 61.9 h were planned. The best way from here takes 62.8 h: route 12.',
      rest: { hours: 64.5, tonnes: 71.2, planned_hours: 61.9, planned_tonnes: 68.4 },
      meshes: [12, 13, 14, 15],
      route_id: 12,
    },
  ],
} as const;
const pageOfEvents = z.strictObject({
  limit,
  next: z.iso
    .datetime('must be the `next` of an earlier answer')
    .optional()
    .describe('`next` of the page of events before'),
});
const noSuch = 'No such watch, or one of another caller';
const reported = z.strictObject({
  ...fields,
  left_out: z
    .array(z.strictObject(place))
    .optional()
    .describe('Positions of the track that were not taken; info says why'),
});
const changed = { description: 'The watch as it is now', schema: watch, example };

export const watches = operationsOf('watches', {
  create: {
    method: 'POST',
    path: '/api/watch',
    summary: 'Watch the voyage of a route with a departure, which is checked at once',
    headers: repeatable('the first watch'),
    body: { schema: watchRequest, example: { route_id: 9, name: 'Relief of Rothera' } },
    answers: {
      201: {
        description: 'The watch',
        schema: z.strictObject({ id, 'watch-url': url }),
        example: { id: exampleId, 'watch-url': `${exampleBase}/watch/${exampleId}` },
        headers: { Location: 'The watch' },
      },
    },
    errors: {
      400: 'Fields that are not valid; a route that does not exist, has no departure or has arrived',
      409: 'You have 20 active watches, or the service has 1,000',
      422: 'The Idempotency-Key was sent with another body',
    },
  },
  list: {
    method: 'GET',
    path: '/api/watch',
    summary: 'Your watches, newest first',
    query: z.strictObject({ limit, next: nextOwned }),
    answers: {
      200: {
        description: 'A page of them',
        schema: z.strictObject({ watches: z.array(watch), next: z.string().optional() }),
        example: { watches: [example] },
      },
    },
    errors: {},
  },
  get: {
    method: 'GET',
    path: '/api/watch/{watch_id}',
    summary: 'Where the ship is, when it arrives, what it made good, and what changed',
    parameters,
    query: pageOfEvents,
    answers: { 200: { description: 'The watch', schema: wholeWatch, example: whole } },
    errors: { 404: noSuch },
  },
  'made-good': {
    method: 'GET',
    path: '/api/vehicle/{vessel_type}/made_good',
    summary: 'What your watched voyages of a vehicle made good together, by ice',
    parameters: { vessel_type: { of: 'vehicle', schema: vesselType, example: 'SDA' } },
    answers: {
      200: {
        description: 'Summed over your watches of it that are kept',
        schema: z.strictObject({
          vessel_type: z.string(),
          watches: z.int().describe('Those with reports'),
          made_good: madeGood,
          info: z.string().optional().describe('Where there are more watches than are looked at'),
        }),
        example: { vessel_type: 'SDA', watches: 3, made_good: madeGoodExample },
      },
    },
    errors: { 403: 'Another caller created the vehicle', 404: 'No such vehicle' },
  },
  feed: {
    method: 'GET',
    path: '/api/watch/{watch_id}/feed',
    summary: 'What changed, for feed readers',
    parameters,
    headers: z.object({ 'if-none-match': z.string().optional() }),
    answers: {
      200: {
        description: 'The newest hundred events as an Atom feed (RFC 4287)',
        media: [ATOM],
        headers: { ETag: 'Of the feed' },
      },
      304: { description: 'The feed has not changed', headers: { ETag: 'Of the feed' } },
    },
    errors: { 404: noSuch },
  },
  position: {
    method: 'POST',
    path: '/api/watch/{watch_id}/position',
    summary: 'Report where the ship was: a position, or a track with times',
    parameters,
    body: {
      schema: positionReport,
      maxBytes: MAX_VOYAGE_BYTES,
      file: { types: readFileTypes, field: 'track' },
      example: {
        ...{ lat: -55.2, lon: -60.1, time: '2026-11-28T22:00:00Z' },
        ...{ done: ['Signy'], fuel_aboard_tonnes: 640 },
      },
    },
    answers: { 200: { ...changed, schema: reported } },
    errors: {
      400: 'Fields that are not valid; times in the future or before the departure; positions that need more than 60 knots, of a track more than a quarter of them; a track without times; stops that the route does not have',
      404: noSuch,
      409: 'The watch has ended',
    },
  },
  follow: {
    method: 'POST',
    path: '/api/watch/{watch_id}/follow',
    summary: 'Sail another route to the same end from now on, which is checked at once',
    parameters,
    body: { schema: followRequest, example: { route_id: 10 } },
    answers: { 200: changed },
    errors: {
      400: 'Fields that are not valid; a route that does not exist, has no departure, leads elsewhere, has arrived or is for another ship',
      404: noSuch,
      409: 'The watch has ended',
    },
  },
  end: {
    method: 'DELETE',
    path: '/api/watch/{watch_id}',
    summary: 'End a watch',
    parameters,
    answers: { 204: { description: 'It has ended, by this request or before' } },
    errors: { 404: noSuch },
  },
});
