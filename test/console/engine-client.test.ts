import { expect, test } from 'vitest';
import { EngineClient, type EnginePort } from '../../lib/console/engine/engine-client.ts';
import type { EngineAnswer, EngineRequest, PlanRequest } from '../../lib/console/engine/protocol.ts';

/** A worker that answers when it is told to. */
class Port implements EnginePort {
  onmessage: EnginePort['onmessage'] = null;
  onerror: EnginePort['onerror'] = null;
  readonly received: EngineRequest[] = [];

  postMessage(request: EngineRequest): void {
    this.received.push(request);
  }

  answer(): void {
    const answer: EngineAnswer = {
      kind: 'failed',
      reason: 'internal',
      message: JSON.stringify(this.received.at(-1)),
    };
    this.onmessage!({ data: answer } as MessageEvent<EngineAnswer>);
  }
}

const MESH = {
  name: 'sea',
  validDateStart: null,
  validDateEnd: null,
  bounds: { latMin: -80, latMax: -50, lonMin: -70, lonMax: 0 },
  consumption: null,
  missingDataSources: [],
};

const plan = (lat: number): PlanRequest => ({
  kind: 'plan',
  start: { lat, lon: 0 },
  end: { lat: 0, lon: 0 },
  vehicle: null,
  voyage: null,
  mesh: MESH,
  adjustmentLimitNm: 300,
  zones: [],
  isMoving: false,
});

test('of many positions, one is in calculation at a time, and the last one is calculated', async () => {
  const port = new Port();
  const client = new EngineClient(() => port);
  const answers = Array.from({ length: 50 }, (_, k) => client.ask(plan(k), { key: 'plan' }));
  expect(port.received).toHaveLength(1);
  port.answer();
  expect(port.received).toEqual([plan(0), plan(49)]);
  port.answer();
  const settled = await Promise.all(answers);
  expect(settled.map((answer, k) => (answer ? k : -1)).filter((k) => k >= 0)).toEqual([0, 49]);
  expect(client.statistics).toEqual({ sent: 2, answered: 2, replaced: 48, mostOutstanding: 1 });
});

test('requests of other keys wait for their turn and are not replaced', async () => {
  const port = new Port();
  const client = new EngineClient(() => port);
  const evaluation = { kind: 'evaluate', adjustmentLimitNm: 0, zones: [] } as const;
  client.ask(plan(1), { key: 'plan' });
  client.ask({ ...evaluation, coordinates: [] }, { key: 'own' });
  client.ask({ ...evaluation, coordinates: [[1, 1]] }, { key: 'greatCircle' });
  client.ask(plan(2), { key: 'plan' });
  for (let k = 0; k < 4; k++) port.answer();
  expect(port.received.map(({ kind }) => kind)).toEqual(['plan', 'evaluate', 'evaluate', 'plan']);
});

test('an engine that stops answers its open requests with an error', async () => {
  const port = new Port();
  const client = new EngineClient(() => port);
  const asked = client.ask(plan(1));
  port.onerror!({ message: 'out of memory' } as ErrorEvent);
  expect(await asked).toEqual({ kind: 'failed', reason: 'internal', message: 'out of memory' });
  client.ask(plan(2));
  expect(port.received).toHaveLength(2);
});

test('an engine whose file can not be loaded answers each request, also later ones, with a sentence', async () => {
  const port = new Port();
  const client = new EngineClient(() => port);
  const first = client.ask(plan(1));
  port.onerror!({} as ErrorEvent);
  for (const asked of [first, client.ask(plan(2))]) {
    expect(await asked).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^The engine could not be loaded/),
    });
  }
});

test('the worker begins with what is prepared, once something is asked or is about to be', async () => {
  let ports = 0;
  const port = new Port();
  const begin = () => {
    ports++;
    return port;
  };
  const open = { kind: 'open', bytes: new ArrayBuffer(1), vehicle: null, chart: null } as const;
  const client = new EngineClient(begin);
  const first = client.prepare(open, { key: 'open' });
  const second = client.prepare(open, { key: 'open' });
  expect(await first).toBeNull();
  expect(ports).toBe(0);
  client.ask(plan(1));
  port.answer();
  expect(port.received.map(({ kind }) => kind)).toEqual(['open', 'plan']);
  expect(await second).not.toBeNull();
  port.answer();
  client.prepare(open, { key: 'open' });
  client.ready();
  client.ready();
  expect(port.received.map(({ kind }) => kind)).toEqual(['open', 'plan', 'open']);
  port.answer();
  // what is opened now takes the place of what is only prepared
  const dropped = client.prepare(open, { key: 'open' });
  client.ask({ ...open, bytes: new ArrayBuffer(2) }, { key: 'open' });
  expect(await dropped).toBeNull();
  expect(port.received).toHaveLength(4);
  expect(ports).toBe(1);
});
