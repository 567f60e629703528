import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../lib/files/decode-text.ts';
import { readAs, recognise } from '../../lib/files/recognise.ts';
import { hasReference, skipped } from '../engine/reference.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16le = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const utf16be = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());
const marked = (mark: number[], bytes: Uint8Array) => new Uint8Array([...mark, ...bytes]);
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Øre – Åre</a>`;

describe('the text of a file', () => {
  const text = 'Øre, Åre';
  it.each<[string, Uint8Array, string]>([
    ['UTF-8', utf8(text), text],
    ['UTF-8 with a mark', marked([0xef, 0xbb, 0xbf], utf8(text)), text],
    ['UTF-16 with a mark, little end first', marked([0xff, 0xfe], utf16le(text)), text],
    ['UTF-16 with a mark, big end first', marked([0xfe, 0xff], utf16be(text)), text],
    ['UTF-16 without a mark', utf16le('{"a": "Ø"}'), '{"a": "Ø"}'],
    ['UTF-16 without a mark, big end first', utf16be('<a>Ø</a>'), '<a>Ø</a>'],
    [
      'ISO-8859-1 as declared',
      latin1(declared('ISO-8859-1').replace('–', '-')),
      declared('ISO-8859-1').replace('–', '-'),
    ],
    ['windows-1252 as declared', cp1252(declared('windows-1252')), declared('windows-1252')],
    [
      'ISO-8859-5 as declared',
      new Uint8Array([...utf8('<?xml version="1.0" encoding="iso-8859-5"?><a>'), 0xbc, ...utf8('</a>')]),
      '<?xml version="1.0" encoding="iso-8859-5"?><a>М</a>',
    ],
    ['UTF-16 as declared, in bytes that are UTF-8', utf8(declared('utf-16')), declared('utf-16')],
    [
      'a mark, which is worth more than a declaration',
      marked([0xef, 0xbb, 0xbf], utf8(declared('ISO-8859-1'))),
      declared('ISO-8859-1'),
    ],
    ['nothing', new Uint8Array(), ''],
  ])('%s', (_, bytes, expected) => {
    expect(decodeText(bytes)).toEqual({ text: expected, note: null });
  });

  it.each<[string, Uint8Array, string]>([
    ['not UTF-8', latin1('Øre'), 'Øre'],
    ['windows-1252', new Uint8Array([0x41, 0x96, 0x42]), 'A–B'],
    [
      'declared as UTF-8, and not',
      latin1('<?xml version="1.0" encoding="UTF-8"?><a>Ø</a>'),
      '<?xml version="1.0" encoding="UTF-8"?><a>Ø</a>',
    ],
  ])('is guessed, and that is said: %s', (_, bytes, expected) => {
    expect(decodeText(bytes)).toEqual({ text: expected, note: expect.stringContaining('windows-1252') });
  });

  it.each<[string, Uint8Array, string]>([
    [
      'an unknown encoding',
      utf8(declared('EBCDIC-17')),
      'declares the encoding "EBCDIC-17", which is not known: save it as UTF-8',
    ],
    ['zero bytes', new Uint8Array([0x41, 0x42, 0x43, 0, 0x44]), 'no text'],
  ])('is refused: %s', (_, bytes, sentence) => {
    expect(() => decodeText(bytes)).toThrow(sentence);
  });
});

/** `–` is 0x96 there. */
function cp1252(text: string): Uint8Array {
  return latin1(text.replace('–', '\x96'));
}

describe('the format', () => {
  it.each([
    ['<gpx version="1.0"/>', 'gpx'],
    [
      '<?xml version="1.0"?>\n<!-- <route> --><!-- two -->\n<x:gpx xmlns:x="http://www.topografix.com/GPX/1/1"/>',
      'gpx',
    ],
    ['<!DOCTYPE gpx SYSTEM "gpx.dtd"><gpx/>', 'gpx'],
    ['\ufeff\r\n<route version="1.0" xmlns="http://www.cirm.org/RTZ/1/0"/>', 'rtz'],
    ['<kml xmlns="http://earth.google.com/kml/2.1"><Document/></kml>', 'kml'],
    ['<ice:IceDataSet xmlns:ice="http://www.jcomm.info/ice"/>', 's411'],
    ['<html/>', 'xml'],
    ['<!-- never closed', 'xml'],
    ['<', 'xml'],
    ['{"type": "LineString"}', 'json'],
    ['[[1, 2]]', 'json'],
    ['cruise_name: X\nlegs:\n- name: A', 'cruise-plan'],
    ['lat,lon\n1,2', 'text'],
  ])('%.50j is %s', (text, format) => {
    expect(recognise(utf8(text)).format).toBe(format);
    expect(recognise(text).format).toBe(format);
  });

  it.each<[number[], string]>([
    [[0x50, 0x4b, 0x03, 0x04, 0x14], 'zip'],
    [[0, 0, 0x27, 0x0a, 0], 'shapefile'],
    [[0x1f, 0x8b, 8], 'gzip'],
  ])('%j is %s', (bytes, format) => {
    expect(recognise(new Uint8Array(bytes)).format).toBe(format);
  });

  it
    .skipIf(!hasReference)
    .each([
      's421/RTE-TEST-GBASIC.s421',
      's421/RTE-TEST-GMIN.s421',
      's411/iho_4112C00TDS001',
      's411/cis_seaice_synthetic',
      's124/navwarn_mixed',
    ])(`%s${skipped}`, (name) => {
    const file = new URL(`../../../shared/reference/s100/${name}.gml`, import.meta.url);
    expect(recognise(readFileSync(file)).format).toBe(name.split('/')[0]);
  });

  it('of nothing is none', () => {
    expect(() => recognise(' \n')).toThrow('The file is empty.');
  });

  it('has no reader where it is not read, and those that are read are named', () => {
    const readers = { gpx: () => 1, rtz: () => 2, json: () => 3 };
    expect(() => readAs(readers, recognise('lat,lon'))).toThrow(
      'The file is text; what is read here is GPX, RTZ or GeoJSON.',
    );
    expect(readAs(readers, recognise('<route/>'))).toBe(2);
  });
});
