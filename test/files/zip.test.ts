import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { crc32 } from '../../lib/files/crc32.ts';
import { unzip } from '../../lib/files/zip.ts';

const GPX = '<gpx><rte><rtept lat="-61.5" lon="2"/><rtept lat="-63" lon="4"/></rte></gpx>';
const any = () => true;

it('a checksum is that of the standard', () => {
  expect(crc32(strToU8('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

it.each([0, 6] as const)('a byte that was changed on the way is refused, at level %i', (level) => {
  const archive = zipSync({ 'Route Å.gpx': [strToU8(GPX), { level }], 'b.txt': strToU8('b') });
  expect(unzip(archive, any)).toHaveLength(2);
  const content = 30 + strToU8('Route Å.gpx').length;
  const changed = archive.slice();
  changed[content + 20]! ^= 1;
  expect(() => unzip(changed, any)).toThrow('damaged');
});

it('the directory of another archive is no proof', () => {
  const [one, other] = ['a', 'b'].map((text) => zipSync({ 'a.gpx': [strToU8(text), { level: 0 }] }));
  const content = 30 + 'a.gpx'.length + 1;
  const mixed = Uint8Array.from([...one!.subarray(0, content), ...other!.subarray(content)]);
  expect(() => unzip(mixed, any)).toThrow('damaged');
});
