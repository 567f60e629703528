/**
 * What a file is, told by its content. All formats that are told apart are here: a format is added by a line of
 * `formatTitles` and its sign in `binarySigns` or `xmlSigns`. Who reads which of them is a table of each reader
 * (`lib/route-files/read-route-file.ts` for routes).
 */
import { decodeText } from './decode-text.ts';
import { FileUnreadable } from './errors.ts';

/** How sentences name the formats. */
export const formatTitles = {
  zip: 'zip',
  shapefile: 'shapefile',
  gzip: 'gzip',
  gpx: 'GPX',
  rtz: 'RTZ',
  kml: 'KML',
  s421: 'S-421',
  s124: 'S-124',
  s411: 'S-411',
  xml: 'XML',
  json: 'GeoJSON',
  'cruise-plan': 'cruise plan',
  text: 'text',
} as const;

export type FileFormat = keyof typeof formatTitles;
export type BinaryFormat = 'zip' | 'shapefile' | 'gzip';
export type TextFormat = Exclude<FileFormat, BinaryFormat>;

export type FileContent = TextContent | BinaryContent;

export interface TextContent {
  readonly format: TextFormat;
  /** Begins with what is not a space, nor a byte order mark. */
  readonly text: string;
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

export interface BinaryContent {
  readonly format: BinaryFormat;
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
}

/** The first bytes. */
const binarySigns: readonly [BinaryFormat, readonly number[]][] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]], // an empty one
  ['shapefile', [0x00, 0x00, 0x27, 0x0a]],
  ['gzip', [0x1f, 0x8b]],
];

interface XmlRoot {
  /** Without its prefix. */
  readonly name: string;
  /** The beginning of the file, by which products of one framework are told apart. */
  readonly head: string;
}

const HEAD_CHARACTERS = 8_000;
const isProduct = (number: number) => {
  const sign = new RegExp(`iho\\.int/S-?${number}/|productIdentifier>\\s*(?:INT\\.IHO\\.)?S-?${number}`);
  return ({ name, head }: XmlRoot) => /^data_?set$/i.test(name) && sign.test(head);
};

const xmlSigns: readonly [TextFormat, (root: XmlRoot) => boolean][] = [
  ['gpx', ({ name }) => name === 'gpx'],
  ['rtz', ({ name }) => name === 'route'],
  ['kml', ({ name }) => /^(kml|Document|Folder|Placemark)$/.test(name)],
  ['s421', isProduct(421)],
  ['s124', isProduct(124)],
  ['s411', isProduct(411)],
  ['s411', ({ name }) => name === 'IceDataSet'],
];

/** @throws FileUnreadable for bytes that are text which can't be decoded */
export function recognise(given: Uint8Array | string): FileContent {
  if (typeof given === 'string') return textContent(given, []);
  const binary = binarySigns.find(([, sign]) => sign.every((byte, i) => given[i] === byte));
  if (binary) return { format: binary[0], bytes: given, notes: [] };
  const { text, note } = decodeText(given);
  return textContent(text, note === null ? [] : [note]);
}

/** Before each feature of a GeoJSON text sequence. */
const RECORD_SEPARATOR = '\x1e';

function textContent(given: string, notes: readonly string[]): TextContent {
  const text = given.replace(/^\ufeff/, '').trimStart();
  if (text === '') throw new FileUnreadable('The file is empty.');
  return { format: textFormatOf(text), text, notes };
}

function textFormatOf(text: string): TextFormat {
  if (text.startsWith('<')) {
    const root = rootOf(text);
    return (root && xmlSigns.find(([, is]) => is(root))?.[0]) ?? 'xml';
  }
  if (/^[{[]/.test(text.replace(RECORD_SEPARATOR, ''))) return 'json';
  return /^["']?legs["']?:/m.test(text) ? 'cruise-plan' : 'text';
}

/** The root element, behind declaration, comments and instructions. Null where the beginning has none. */
function rootOf(text: string): XmlRoot | null {
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    const end = endOfMarkup(text, at);
    if (end === null) break;
    const found = text.indexOf(end, at);
    if (found < 0) return null;
    at = found + end.length;
  }
  const [, name] = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(text.slice(at, at + HEAD_CHARACTERS)) ?? [];
  return name === undefined ? null : { name, head: text.slice(at, at + HEAD_CHARACTERS) };
}

/** What ends a comment, a document type or an instruction; null where an element begins. */
function endOfMarkup(text: string, at: number): string | null {
  if (text.startsWith('<!--', at)) return '-->';
  if (/^<!DOCTYPE[^>]*\[/i.test(text.slice(at, at + HEAD_CHARACTERS))) return ']>';
  return /^<[?!]/.test(text.slice(at, at + 2)) ? '>' : null;
}

/** A reader for each format that is read somewhere. */
export type Readers<Read> = { readonly [Format in TextFormat]?: (content: TextContent) => Read } & {
  readonly [Format in BinaryFormat]?: (content: BinaryContent) => Read;
};

/**
 * What the reader of a file's format makes of it.
 * @throws FileUnreadable where there is none, naming the formats that there are
 */
export function readAs<Read>(readers: Readers<Read>, content: FileContent): Read {
  const reader = readers[content.format] as ((content: FileContent) => Read) | undefined;
  if (reader) return reader(content);
  const titles = (Object.keys(readers) as FileFormat[]).map((each) => formatTitles[each]);
  throw new FileUnreadable(
    `The file is ${formatTitles[content.format]}; what is read here is ${titles.slice(0, -1).join(', ')} or ${titles.at(-1)}.`,
  );
}
