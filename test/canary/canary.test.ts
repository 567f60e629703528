import { expect, it } from 'vitest';
import { type CanaryRequest, requestEndToEnd } from '../../lib/canary/canary.ts';

const ends = { start_lat: -69, start_lon: -59, end_lat: -61, end_lon: -51 };
type Answer = readonly [status: number, body: unknown];

/** A service that gives these answers in turn, the last again and again; each takes ten seconds. */
function serviceOf(...answers: Answer[]) {
  const sent: CanaryRequest[] = [];
  let now = 0;
  const send = async (request: CanaryRequest) => {
    sent.push(request);
    now += 10_000;
    const [status, body] = answers[Math.min(sent.length, answers.length) - 1]!;
    return { status, text: JSON.stringify(body) };
  };
  return { sent, run: () => requestEndToEnd({ send, now: () => now }, ends) };
}
const accepted: Answer = [202, { id: 'job-1' }];

it('requests a new route, follows its job and reads it', async () => {
  const { sent, run } = serviceOf(
    accepted,
    [200, { status: 'STARTED' }],
    [200, { status: 'SUCCESS', route_id: 7 }],
    [200, { routes: [{}] }],
  );
  expect(await run()).toEqual({ route_id: 7, seconds: 40 });
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/route',
    'GET /api/job/job-1',
    'GET /api/job/job-1',
    'GET /api/route/7',
  ]);
  expect(JSON.parse(sent[0]!.body!)).toEqual({ ...ends, force_new_route: true, tags: ['canary'] });
  expect(sent[1]!.headers).toEqual({ Prefer: 'wait=10' });
});

it.each<[string, Answer[], RegExp]>([
  ['is not accepted', [[503, { error: 'busy' }]], /^POST \/api\/route answered 503: {"error":"busy"}$/],
  [
    'fails',
    [accepted, [200, { status: 'FAILURE', info: { error: 'ice' } }]],
    /^Job job-1 ended as FAILURE: .*ice/,
  ],
  ['is cancelled', [accepted, [200, { status: 'REVOKED' }]], /^Job job-1 ended as REVOKED/],
  ['never ends', [accepted, [200, { status: 'RETRY' }]], /^Job job-1 is still RETRY after 100 s\.$/],
  [
    'can not be read',
    [accepted, [200, { status: 'SUCCESS', route_id: 7 }], [404, {}]],
    /^GET \/api\/route\/7 answered 404/,
  ],
  [
    'has no way',
    [accepted, [200, { status: 'SUCCESS', route_id: 7 }], [200, { routes: [] }]],
    /^Route 7 has no way\.$/,
  ],
])('says at which step a route %s', async (_, answers, sentence) => {
  await expect(serviceOf(...answers).run()).rejects.toMatchObject({
    name: 'CanaryFailed',
    message: expect.stringMatching(sentence),
  });
});
