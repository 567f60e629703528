/** Content of an element: text, elements by name, or several with the same name; undefined is left out. */
export type XmlValue = string | number | boolean | undefined | XmlElement | readonly XmlElement[];
export interface XmlElement {
  readonly [name: string]: XmlValue;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const UNESCAPES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const escapeText = (text: string): string => text.replaceAll(/[&<>"\r]/g, (each) => ESCAPES[each]!);

function unescapeText(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name) return UNESCAPES[name] ?? whole;
      return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
    },
  );
}

function write(name: string, value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => write(name, each)).join('');
  const content =
    typeof value === 'object'
      ? Object.entries(value as XmlElement)
          .map(([child, each]) => write(child, each))
          .join('')
      : escapeText(String(value));
  return `<${name}>${content}</${name}>`;
}

/** Writes a document with one root element. */
export function writeXml(root: string, content: XmlElement, namespace?: string): string {
  const opening = namespace ? `<${root} xmlns="${namespace}">` : `<${root}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opening}${write(root, content).slice(root.length + 2)}`;
}

/**
 * The contents of every element with that name, in order. For S3's flat request documents only, not for
 * nested names.
 */
export function readElements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content]) => content!);
}

/** The text of the first element with that name. */
export function readText(xml: string, name: string): string | undefined {
  const [content] = readElements(xml, name);
  return content === undefined ? undefined : unescapeText(content);
}
