import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobId, MAX_ROUTE_ID, routeIdOf } from '../../lib/jobs/job-id.ts';
import { newJobId } from '../../lib/jobs/new-job-id.ts';

const routeIds = fc.integer({ min: 1, max: MAX_ROUTE_ID });

describe('a job id', () => {
  it('is a UUID of version 8 that carries the route number', () => {
    fc.assert(
      fc.property(routeIds, fc.uint8Array({ minLength: 16, maxLength: 16 }), (routeId, random) => {
        const id = newJobId(routeId, Buffer.from(random));
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(jobId.safeParse(id).success).toBe(true);
        expect(routeIdOf(id)).toBe(routeId);
      }),
    );
  });

  it('has 74 bits that the number does not tell', () => {
    const zero = newJobId(9, Buffer.alloc(16, 0));
    const one = newJobId(9, Buffer.alloc(16, 0xff));
    const bits = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`);
    const different = (bits(zero) ^ bits(one)).toString(2).replaceAll('0', '');
    expect(different).toHaveLength(74);
    expect(new Set(Array.from({ length: 100 }, () => newJobId(9))).size).toBe(100);
  });

  it.each([0, -1, 1.5, MAX_ROUTE_ID + 1, Number.NaN])('can not carry %d', (routeId) => {
    expect(() => newJobId(routeId)).toThrow(RangeError);
  });
});

it.each([
  'b1946ac9-2d5a-4f6b-9c0e-0123456789ab',
  '00000000-0000-8000-8000-000000000001',
  '00000000-0009-8000-0000-000000000001',
  'FFFFFFFF-0009-8000-8000-000000000001',
  'x',
])('%s carries no route number', (id) => {
  expect(routeIdOf(id)).toBeNull();
});
