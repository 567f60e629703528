/** Which meshes of a forecast an ice chart corrects. */
import { instantOfChart } from '../ice-charts/chart-id.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import { validityOf } from '../voyage/forecast/timeline.ts';

/** The chart that is laid over a mesh of a forecast; null over one whose data end before it was drawn: that one knows better what was then. */
export function chartOver(
  id: string | null,
  { validDateStart, validDateEnd }: Pick<MeshRecord, 'validDateStart' | 'validDateEnd'>,
): string | null {
  const valid = validityOf(validDateStart, validDateEnd);
  return id !== null && valid && valid.to <= instantOfChart(id) ? null : id;
}
