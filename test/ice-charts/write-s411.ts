/** Ice charts in S-411 for tests, in the shape in which ice services publish them (JCOMM). */
import type { IceArea, IceChart } from '../../lib/ice-charts/ice-chart.ts';

import { type ClosedRing, positionsOf } from '../../lib/zones/geometry/polygon.ts';

export function writeS411({ areas }: Pick<IceChart, 'areas'>): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<ice:IceDataSet xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:ice="http://www.jcomm.info/ice">
${areas.map(memberOf).join('\n')}
</ice:IceDataSet>
`;
}

function memberOf({ egg: { total, parts }, polygons }: IceArea): string {
  return `<ice:IceFeatureMember><ice:seaice gml:id="seaice.None">
<ice:iceact>${total}</ice:iceact>
<ice:iceapc>[${parts.map(({ concentration }) => concentration).join(', ')}]</ice:iceapc>
<ice:icesod>[${parts.map(({ stage }) => stage).join(', ')}]</ice:icesod>
${polygons.map(polygonText).join('\n')}
</ice:seaice></ice:IceFeatureMember>`;
}

const polygonText = ([outline, ...holes]: readonly ClosedRing[]): string =>
  `<gml:Polygon srsName="http://www.opengis.net/def/crs/EPSG/0/4326"><gml:exterior>${ringText(outline!)}</gml:exterior>${holes
    .map((hole) => `<gml:interior>${ringText(hole)}</gml:interior>`)
    .join('')}</gml:Polygon>`;

const ringText = (ring: ClosedRing): string =>
  `<gml:LinearRing><gml:posList>${positionsOf(ring)
    .map(([lon, lat]) => `${lat} ${lon}`)
    .join(' ')}</gml:posList></gml:LinearRing>`;
