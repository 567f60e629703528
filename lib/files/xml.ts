/** XML as files of routes and areas use it: attributes have the prefix `@`, text is a string, namespaces of tags are dropped. */
import XMLBuilder from 'fast-xml-builder';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { FileUnreadable } from './errors.ts';
import { xmlText } from './xml-text.ts';

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  format: true,
});

/** Twice as deep as any format nests that is read. */
const MAX_NESTED_TAGS = 32;
/** Ten thousand waypoints with forty elements each: reading takes time and memory with their number. */
const MAX_ELEMENTS = 400_000;
/** Characters between `<` and `>`: the parser's time grows with the square of what is within one tag. */
const MAX_TAG = 20_000;
/** Characters of the parser's own message about a bad file. */
const MAX_MESSAGE_LENGTH = 200;

/**
 * From so many characters on, a text is kept from the parser, which looks at each letter several times, and puts texts together
 * letter by letter: lists of a million positions take a gigabyte so.
 */
const LONG_TEXT = 100;

const parserOf = (longTexts: readonly string[], keepsOrder: boolean) =>
  new XMLParser({
    tagValueProcessor: (_, value) =>
      longTexts.length === 0
        ? value
        : value.replace(/\uE000(\d+)\uE001/g, (whole, k) => longTexts[k] ?? whole),
    attributeNamePrefix: '@',
    ignoreAttributes: false,
    parseAttributeValue: false,
    parseTagValue: false,
    removeNSPrefix: true,
    // characters by their numbers too: many programs write all that is not ASCII so
    htmlEntities: true,
    maxNestedTags: MAX_NESTED_TAGS,
    jPath: false,
    captureMetaData: keepsOrder,
  });

/** Where the parser says at which character an element begins. */
const METADATA = XMLParser.getMetaDataSymbol() as unknown as '@@metadata';

export type XmlElement = { readonly [name: string]: unknown };

/** A document of one root element; a character that XML does not allow becomes a blank. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(builder.build(root))}`;
}

/**
 * @param keepsOrder whether `inFileOrder` will be asked about its elements
 * @throws FileUnreadable where the text is no well-formed XML, declares entities or has too many elements
 */
export function readXml(text: string, { keepsOrder = false } = {}): XmlElement {
  const { short, longTexts } = withoutLongTexts(text);
  // declared entities may grow without bound when they are put in; no format that is read needs one
  if (/<!(?:ENTITY|ELEMENT|ATTLIST|NOTATION)\b/i.test(short)) {
    throw new FileUnreadable('The file has a DOCTYPE with declarations, which is not read: delete it.');
  }
  if (hasTooManyElements(short)) {
    throw new FileUnreadable(
      `The file has more than ${MAX_ELEMENTS} elements, which is the most that is read.`,
    );
  }
  if (hasLongTag(short)) {
    throw new FileUnreadable(
      `The file has a tag of more than ${MAX_TAG} characters: a quote or a > may be missing.`,
    );
  }
  // a long text has nothing that is looked at, but ends of lines: what is wrong is looked for again where it stands
  const valid = XMLValidator.validate(short) === true || XMLValidator.validate(text);
  if (valid !== true) {
    const { line, msg } = valid.err;
    throw new FileUnreadable(`The file is not well-formed XML: line ${line}, ${shortened(faultOf(msg))}`);
  }
  try {
    return parserOf(longTexts, keepsOrder).parse(short);
  } catch (error) {
    throw new FileUnreadable(`The file can't be read as XML: ${shortened((error as Error).message)}`);
  }
}

/** Each long text between two tags becomes its number between two characters that no language has. */
function withoutLongTexts(text: string): { short: string; longTexts: string[] } {
  const longTexts: string[] = [];
  if (text.length < LONG_TEXT || text.includes('\uE000')) return { short: text, longTexts };
  const parts: string[] = [];
  let kept = 0;
  for (let end = text.indexOf('>'); end >= 0; ) {
    const next = text.indexOf('<', end);
    if (next < 0) break;
    const long = next - end > LONG_TEXT ? text.slice(end + 1, next).trim() : '';
    // what is escaped is left to the parser
    if (long !== '' && !long.includes('&') && !long.includes('>')) {
      parts.push(text.slice(kept, end + 1), `\uE000${longTexts.push(long) - 1}\uE001`);
      kept = next;
    }
    end = text.indexOf('>', next);
  }
  return { short: parts.join('') + text.slice(kept), longTexts };
}

/** An attribute counts half; each element has a tag at its beginning, and most at their end. */
function hasTooManyElements(text: string): boolean {
  let parts = 0;
  for (const sign of ['<', '="', "='"]) {
    for (let at = text.indexOf(sign); at >= 0 && parts <= 2 * MAX_ELEMENTS; at = text.indexOf(sign, at + 1))
      parts++;
  }
  return parts > 2 * MAX_ELEMENTS;
}

/** Comments and texts that are no markup (CDATA) may be long. */
function hasLongTag(text: string): boolean {
  for (let at = text.indexOf('<'); at >= 0; ) {
    const end = text.indexOf('>', at);
    const isTag = text[at + 1] !== '!';
    if (isTag && (end < 0 ? text.length : end) - at > MAX_TAG) return true;
    if (end < 0) return false;
    at = text.indexOf('<', end);
  }
  return false;
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

/** Elements of several levels in the order in which they stand in the file. */
export const inFileOrder = (elements: readonly XmlElement[]): XmlElement[] =>
  elements.toSorted((a, b) => beginOf(a) - beginOf(b));

const beginOf = (element: XmlElement): number =>
  (element[METADATA] as { readonly startIndex: number }).startIndex;

/** The text of an attribute (`@lat`) or of the first child element of a name that has one; null where there is none. */
export const textOf = (element: XmlElement, name: string): string | null =>
  textsOf(element, name).find((text) => text !== '') ?? null;

/** The texts of all child elements of a name, empty ones too. */
export function textsOf(element: XmlElement, name: string): string[] {
  const found = element[name];
  return (Array.isArray(found) ? found : [found])
    .map((value) => (isElement(value) ? value['#text'] : value)) // of an element with attributes
    .filter((text) => typeof text === 'string');
}

const isElement = (value: unknown): value is XmlElement => typeof value === 'object' && value !== null;
