/** Text in rows and cells: comma, semicolon or tab separated values (RFC 4180), or columns parted by spaces. */

export interface Row {
  /** Of its first line in the text, from 1. */
  readonly line: number;
  readonly text: string;
}

/** A quoted cell with a line end in it goes on for so many lines; a quote that is never closed is none. */
const MAX_LINES = 4;
const MAX_LINE_CHARACTERS = 10_000;
/** After cells that are whole, one begins with a quote that does not end in this line. */
const OPEN_QUOTE =
  /^(?:(?:[^\S\t]*"(?:[^"]|"")*"[^\S\t]*|(?![^\S\t]*")[^\t;,|]*)[\t;,|])*[^\S\t]*"(?:[^"]|"")*$/;

/** Rows of a text: lines, but for line ends within quotes. Blank ones are left out, also those of separators alone, as below a table of Excel. */
export function rowsOf(text: string): Row[] {
  const lines = text.split(/\r\n|\r|\n/);
  const rows: Row[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (/^[\s,;|]*$/.test(lines[i]!)) continue;
    const row = { line: i + 1, text: lines[i]! };
    if (isOpen(row.text)) {
      const joined = lines.slice(i, i + MAX_LINES).join('\n');
      const closed = lines
        .slice(i + 1, i + MAX_LINES)
        .findIndex((_, k) => !isOpen(joined.split('\n', k + 2).join('\n')));
      if (closed >= 0) {
        row.text = lines.slice(i, i + closed + 2).join(' ');
        i += closed + 1;
      }
    }
    rows.push(row);
  }
  return rows;
}

const isOpen = (row: string): boolean => row.length <= MAX_LINE_CHARACTERS && OPEN_QUOTE.test(row);

export const separators = ['\t', ';', ',', '|', '  ', ' '] as const;
/** A space: one or more; two spaces: two or more, so that words in a cell stay together. */
export type Separator = (typeof separators)[number];

const cellPatterns = new Map<Separator, RegExp>();

/** A cell and what ends it; begins at the beginning of a row. */
function cellBefore(separator: Separator): RegExp {
  const known = cellPatterns.get(separator);
  if (known) {
    known.lastIndex = 0;
    return known;
  }
  const made = new RegExp(
    `[^\\S\\t]*(?:"((?:[^"]|"")*)"[^\\S\\t]*|([^${separator}]*))([${separator}]|$)`,
    'gy',
  );
  cellPatterns.set(separator, made);
  return made;
}

/** Cells may be quoted, as programs of tables write them. */
export function cellsOf(row: string, separator: Separator): string[] {
  if (separator.trim() === '' && separator !== '\t') {
    return row.trim().split(separator === ' ' ? /\s+/ : /\s{2,}|\t/);
  }
  const cells: string[] = [];
  const cell = cellBefore(separator);
  for (let match = cell.exec(row); match; match = cell.exec(row)) {
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim());
    if (match[3] === '') break;
  }
  return cells;
}
