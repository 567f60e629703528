/** XML as the route formats use it: attributes have the prefix `@`, text is a string, namespaces of tags are dropped. */
import XMLBuilder from 'fast-xml-builder';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { RouteFileRefused } from './errors.ts';

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  format: true,
});

/** Elements that may stand more than once: always read as arrays. */
const REPEATED = new Set(['rte', 'rtept', 'trk', 'trkseg', 'trkpt', 'wpt', 'waypoint']);
/** GPX and RTZ nest half as deep. */
const MAX_NESTED_TAGS = 32;
/** Characters of the parser's own message about a bad file. */
const MAX_MESSAGE_LENGTH = 200;

const parser = new XMLParser({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  parseAttributeValue: false,
  parseTagValue: false,
  removeNSPrefix: true,
  maxNestedTags: MAX_NESTED_TAGS,
  isArray: (name: string) => REPEATED.has(name),
});

export type XmlElement = { readonly [name: string]: unknown };

/** A document of one root element. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root)}`;
}

/** @throws RouteFileRefused where the text is no well-formed XML, or declares a document type */
export function readXml(text: string): XmlElement {
  // a document type may define entities that grow without bound; no route format needs one
  if (/<!DOCTYPE/i.test(text)) throw new RouteFileRefused('The file has a DOCTYPE, which is not read.');
  const valid = XMLValidator.validate(text);
  if (valid !== true) {
    const { line, msg } = valid.err;
    throw new RouteFileRefused(`The file is not well-formed XML: line ${line}, ${shortened(faultOf(msg))}`);
  }
  try {
    return parser.parse(text);
  } catch (error) {
    throw new RouteFileRefused(`The file can't be read as XML: ${shortened((error as Error).message)}`);
  }
}

/** The parser lists the elements that are not closed as JSON in a sentence. */
const faultOf = (message: string): string =>
  message.replace(
    /^Invalid '(\[.*\])' found\.$/s,
    (_, list: string) => `not closed: ${JSON.parse(list).join(', ')}`,
  );

/** The parser quotes the file, however long the part is. */
const shortened = (message: string): string =>
  message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;

/** The elements of a name below an element; empty where it has none. */
export function children(element: unknown, name: string): readonly XmlElement[] {
  const found = isElement(element) ? element[name] : undefined;
  if (found === undefined) return [];
  return (Array.isArray(found) ? found : [found]).filter(isElement);
}

/** The text of an attribute (`@lat`) or of a child element; null where there is none. */
export function textOf(element: XmlElement, name: string): string | null {
  const value = element[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

const isElement = (value: unknown): value is XmlElement => typeof value === 'object' && value !== null;
