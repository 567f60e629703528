import { expect, it } from 'vitest';
import { faultsOf } from './against-brute-force.ts';

// ice, currents, zones and a risk index; wind and a hump of the fuel; ice and fuel that falls with speed; gales, where what a metre costs changes much
// by bearing
it.each([22, 136, 1266])(
  'speeds and paths of seed %d are as good as by brute force, and the proof holds',
  (seed) => {
    expect(faultsOf(seed)).toEqual([]);
  },
);
