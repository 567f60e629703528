/** How a zip archive with an ice chart is told from others. */
import { extensionOf } from '../../files/zip.ts';

/** One of these a shapefile in SIGRID-3 has: the total concentration, or one text of all codes. */
export const CHART_ATTRIBUTES = ['CT', 'ICECODE'] as const;

/** Whether a file of an archive may be S-411. */
export const isS411Name = (name: string): boolean => ['gml', 'xml'].includes(extensionOf(name));
