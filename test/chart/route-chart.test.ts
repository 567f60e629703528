import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { drawRouteChart } from '../../lib/chart/route-chart.ts';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { bytesOf, gridMesh } from '../meshes/mesh-files.ts';
import { parseVesselMesh } from '../meshes/parse-vessel-mesh.ts';
import { routeEntry, southward } from '../route-files/route-entry.ts';
import { boxPolygon } from '../zones/areas.ts';

const fastest = routeEntry(southward);
const leastFuel = { ...routeEntry([southward[0]!, [-66, -60], southward[2]!]), type: 'fuel' as const };
const chart = drawRouteChart({ routes: [fastest, leastFuel], mesh: null });

describe('the chart of a route', () => {
  it('is one well-formed SVG with a title, both routes and their totals', () => {
    expect(XMLValidator.validate(chart)).toBe(true);
    expect(chart).toContain('<title>Falklands to Rothera</title>');
    expect(chart).toContain('Mesh weddell-sea.vessel.json, 2024-02-11 to 2024-02-13 · polar stereographic');
    expect(chart).toContain('>Fastest</text>');
    expect(chart).toContain('>Least fuel</text>');
    expect(chart.match(/4\u00a0h\u00a048\u00a0min, 43.2 NM, 4.0 t fuel/g)).toHaveLength(2);
  });

  it('tells the two routes apart by colour and by dash', () => {
    const lines = chart.match(/<path [^>]*stroke-linecap="round" d="[^"]*" stroke="#(?!fff)[^>]*>/g)!;
    expect(lines.map((line) => [/stroke="(#\w+)"/.exec(line)![1], line.includes('dasharray')])).toEqual([
      ['#d81b60', false],
      ['#00332c', true],
    ]);
  });

  it('draws alternatives thinner', () => {
    const alternatives = [{ path: leastFuel.path, dearer_percent: 2, shared_percent: 5 }];
    const svg = drawRouteChart({ routes: [{ ...fastest, alternatives }], mesh: null });
    const lines = svg.match(/<path [^>]*stroke-linecap="round" d="[^"]*" stroke="#d81b60"[^>]*>/g)!;
    expect(lines.map((line) => /stroke-width="([\d.]+)"/.exec(line)![1])).toEqual(['1.2', '3']);
  });

  it('has zones with their names, by kind in the legend, below a caption of its own', () => {
    const geometry = boxPolygon(-68, -61, -64, -60);
    const zone = { name: 'Whale bank', kind: 'report', geometry } as const;
    const svg = drawRouteChart({ routes: [fastest], mesh: null, zones: [zone], caption: 'RRS A · ice data' });
    expect(svg).toMatch(/<path fill="#5b2a86"[^>]* stroke-dasharray="2 4" d="M[^"]*L[^"]*z"/);
    expect(svg).toContain('>Whale bank</text>');
    expect(svg).toContain('>zone to report in</text>');
    expect(svg).toContain('>RRS A · ice data · polar stereographic projection</text>');
  });

  it('writes the name of a zone beside that of a stop', () => {
    const [lat, lon] = [-60, -62.365621865];
    const stop = { name: 'CTD 1', lat, lon };
    const route = { ...fastest, stops: [{}, stop, {}] } as unknown as typeof fastest;
    const zone = {
      name: 'Whales',
      kind: 'report',
      geometry: boxPolygon(lon - 2, lat - 1, lon + 2, lat + 1),
    } as const;
    const svg = drawRouteChart({ routes: [route], mesh: null, zones: [zone] });
    const [stopAt, zoneAt] = ['CTD 1', 'Whales'].map((name) =>
      Number(new RegExp(`y="([\\d.]+)"[^>]*>${name}<`).exec(svg)![1]),
    );
    expect(Math.abs(stopAt! - zoneAt!)).toBeGreaterThan(14);
  });

  const MANY = Array.from(
    { length: 30 },
    (_, k) => [-58 - 0.8 * Math.floor(k / 6), -62 + 1.2 * (k % 6)] as const,
  );
  const stations = (points: readonly (readonly [number, number])[]) => {
    const route = routeEntry(points.map(([lat, lon]) => [lon, lat] as [number, number]));
    const stops = points.map(([lat, lon], k) => ({ name: `Station number ${k}`, lat, lon }));
    return drawRouteChart({ routes: [{ ...route, stops } as unknown as typeof route], mesh: null });
  };
  const textsOf = (svg: string, size: number) =>
    [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"([^>]*)>([^<]*)</g)]
      .filter(([, , , style]) => style!.includes(`font-size="${size}"`))
      .map(([, x, y, style, name]) => {
        const width = 7 * name!.length; // of usual letters
        const left =
          Number(x) - (style!.includes('"end"') ? width : style!.includes('"middle"') ? width / 2 : 0);
        return { name: name!, left, right: left + width, top: Number(y) - 14, bottom: Number(y) };
      });

  it('has the names of many stops where there is room, and the numbers of others: none on another, none cut', () => {
    const svg = stations(MANY);
    const names = textsOf(svg, 14);
    const told = names.map(({ name }) => name.replace('Station number ', ''));
    expect(new Set(told).size).toBeGreaterThan(25);
    expect(names.filter(({ name }) => name.startsWith('Station')).length).toBeGreaterThan(4);
    const [, width] = /<svg aria-hidden="true" x="56" y="74" width="([\d.]+)"/.exec(svg)!;
    for (const [i, a] of names.entries()) {
      expect(a.left, a.name).toBeGreaterThanOrEqual(56);
      expect(a.right, a.name).toBeLessThanOrEqual(56 + Number(width));
      for (const b of names.slice(i + 1)) {
        const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        expect(isApart, `${a.name} ${b.name}`).toBe(true);
      }
    }
  });

  it('has its legend below the chart where it would hide a route in each corner', () => {
    const svg = stations(MANY);
    const [, y, height] = /<svg aria-hidden="true" x="56" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/.exec(
      svg,
    )!;
    const [legendLine] = textsOf(svg, 13).filter(({ name }) => name === 'Fastest');
    expect(legendLine!.top).toBeGreaterThan(Number(y) + Number(height));
    const [, drawn] = /viewBox="0 0 820 ([\d.]+)"/.exec(svg)!;
    expect(legendLine!.bottom).toBeLessThan(Number(drawn));
  });

  it('cuts a heading that is longer than the chart is wide', () => {
    const name = 'An anchorage of a long name '.repeat(3).trim();
    const svg = drawRouteChart({ routes: [routeEntry(southward, { endName: name })], mesh: null });
    expect(svg).toContain(`<title>Falklands to ${name}</title>`);
    const [heading] = textsOf(svg, 21);
    expect(heading!.name).toMatch(/^Falklands to An anchorage .*…$/);
    expect(heading!.name.length).toBeLessThan(67);
  });

  it('names a place once where a voyage begins and ends', () => {
    const round = routeEntry([...southward, southward[0]!], { startName: 'Home', endName: 'Home' });
    const svg = drawRouteChart({ routes: [round], mesh: null });
    expect(svg.match(/>Home</g)).toHaveLength(1);
  });

  it('leaves zones out whose season is another than that of the voyage', () => {
    const geometry = boxPolygon(-68, -61, -64, -60);
    const ofMonth = (name: string, from: string, to: string) =>
      ({ name, kind: 'closed', geometry, season: { from, to } }) as const;
    const zones = [ofMonth('Seals', '11-01', '12-31'), ofMonth('Penguins', '01-02', '03-31')];
    const draw = (departure?: string) =>
      drawRouteChart({ routes: [{ ...fastest, ...(departure && { departure }) }], mesh: null, zones });
    expect(draw('2026-12-24T18:00:00Z')).toContain('>Seals</text>');
    expect(draw('2026-12-24T18:00:00Z')).not.toContain('>Penguins</text>');
    expect(draw()).toContain('>Penguins</text>');
  });

  it('has land, a graticule with names, and a scale', () => {
    expect(chart).toContain('fill="#e9dfc4"');
    expect(chart).toMatch(/>6\d°S</);
    expect(chart).toMatch(/>6\d°W</);
    expect(chart).toMatch(/>\d+ NM</);
  });

  it('writes positions in degrees and minutes', () => {
    const near = {
      mesh: null,
      routes: [routeEntry([southward[0]!, [-56.5, -53.6]], { startName: null, endName: null })],
    };
    const svg = drawRouteChart(near);
    expect(svg).toContain('<title>51°43.860′S 057°42.360′W to 53°36.000′S 056°30.000′W</title>');
    expect(svg).toMatch(/>57°30′W</);
    expect(svg).not.toMatch(/\d\.\d+°/);
  });

  it('shows names as text', () => {
    const route = routeEntry(southward, { startName: '<script>alert("1")</script>\u0007', endName: 'A & B' });
    const svg = drawRouteChart({ routes: [route], mesh: null });
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('A &amp; B');
  });

  it('needs no second point', () => {
    expect(XMLValidator.validate(drawRouteChart({ routes: [routeEntry([[0, -60]])], mesh: null }))).toBe(
      true,
    );
  });

  it('shows the cells of the mesh by ice, and stays below 500 KB on a mesh of many', () => {
    const file = gridMesh({ columns: 140, rows: 140 });
    for (const [i, cell] of file.cellboxes.entries()) cell.SIC = (i * 7919) % 100;
    const { source } = parseVesselMesh(bytesOf(file));
    const mesh = openMesh(compileMesh(source));
    const route = routeEntry([
      [1, -59],
      [130, -20],
    ]);
    const svg = drawRouteChart({ routes: [route], mesh });
    expect(svg).toContain('ice from 40 %');
    expect(Buffer.byteLength(svg)).toBeLessThan(500_000);
  });
});
