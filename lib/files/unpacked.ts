/** The one file of a zip archive that matters: KMZ, RTZP, and whatever somebody zipped to send it. */
import { FileUnreadable } from './errors.ts';
import { type FileContent, recognise } from './recognise.ts';
import { extensionOf, unzip } from './zip.ts';

const TEXTS = new Set(['gpx', 'rtz', 'kml', 'xml', 'gml', 'json', 'geojson', 'csv']);

/** What XLSX, ODS, DOCX and the like have in them. */
const OFFICE = /^(?:\[Content_Types\]|content|META-INF\/manifest)\.xml$/;

/** A content that is no zip archive as it is. @throws FileUnreadable where an archive has none or several such files, naming them */
export function unpacked(content: FileContent): FileContent {
  if (content.format !== 'zip') return content;
  const files = unzip(content.bytes, (name) => TEXTS.has(extensionOf(name)));
  if (files.some(({ name }) => OFFICE.test(name))) {
    throw new FileUnreadable('The file is of an office program, such as a workbook: save its table as CSV.');
  }
  const [file] = files;
  if (!file) {
    throw new FileUnreadable(`The zip archive has no file that is read here: ${[...TEXTS].join(', ')}.`);
  }
  if (files.length > 1) {
    const names = files.map(({ name }) => name).slice(0, 10);
    throw new FileUnreadable(
      `The zip archive has ${files.length} files (${names.join(', ')}): send one of them.`,
    );
  }
  return recognise(file.bytes);
}
