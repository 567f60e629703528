/** Whether a file is an ice chart, without reading it whole: whoever reads it says what may be wrong with it. */
import { type FileContent, recognise } from '../../files/recognise.ts';
import { attributeNames } from '../../files/shapefile-attributes.ts';
import { unzip } from '../../files/zip.ts';
import { CHART_ATTRIBUTES, isS411Name } from './chart-archive.ts';

/** @throws FileUnreadable for a zip archive that is damaged */
export function isIceChart(content: FileContent): boolean {
  if (content.format !== 'zip') return content.format === 's411';
  const texts = unzip(content.bytes, isS411Name);
  const attributes = attributeNames(content.bytes);
  return (
    texts.some(({ bytes }) => recognise(bytes).format === 's411') ||
    CHART_ATTRIBUTES.some((name) => attributes.has(name))
  );
}
