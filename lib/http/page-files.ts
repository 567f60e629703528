/** The files of a page that lie beside a handler: HTML with blanks to be filled in, and files plain and compressed. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { acceptedCoding } from './headers.ts';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
} as const;

export interface PageFile {
  readonly type: (typeof TYPES)[keyof typeof TYPES];
  readonly bytes: Uint8Array;
  readonly encoding: 'br' | 'gzip' | undefined;
}

const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

export class PageFiles {
  readonly #folder: string;
  /** Names of the files by their role: `files.json`, which the bundler writes. */
  readonly #names: Readonly<Record<string, string>>;
  readonly #html: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#names = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'));
    this.#html = readFileSync(join(folder, 'index.html'), 'utf8');
  }

  /** The page itself, whose files are below the path `base`; `settings` are what its script reads. */
  page(base: string, settings: Readonly<Record<string, unknown>>): string {
    const paths = Object.fromEntries(
      Object.entries(this.#names).map(([role, name]) => [role, `${base}/${name}`]),
    );
    const blanks: Record<string, string> = {
      ...paths,
      settings: JSON.stringify({ ...settings, files: paths }),
    };
    return this.#html.replace(/\{\{(\w+)\}\}/g, (_, blank: string) => escapeAttribute(blanks[blank] ?? ''));
  }

  /**
   * A file in the best form that the client takes; null where there is none of this name.
   *
   * @param name one segment of a path, without a slash
   */
  read(name: string, acceptEncoding: string | undefined): PageFile | null {
    const type = TYPES[extname(name) as keyof typeof TYPES];
    const isListed = type && existsSync(join(this.#folder, `${name}.gz`));
    if (!isListed) return null;
    const encoding = acceptedCoding(acceptEncoding, ['br', 'gzip']);
    const path = join(this.#folder, name + (encoding ? SUFFIXES[encoding] : ''));
    return { type, bytes: readFileSync(path), encoding };
  }
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
