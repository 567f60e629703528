/** Draws docs/reach.svg: where a vessel can be from Signy within one, two and three days, on the sample mesh. */
import { writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { drawReachChart } from '../lib/chart/reach-chart.ts';
import { openMesh } from '../lib/engine/mesh/mesh.ts';
import { compileFile } from '../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../lib/meshes/read/parse-mesh.ts';
import { generateSampleMeshes } from '../lib/sample-mesh/sample-mesh.ts';
import { reachRequest } from '../lib/voyage/reach/reach-fields.ts';
import { reachGeoJson } from '../lib/voyage/reach/reach-geojson.ts';

const ADJUSTMENT_LIMIT_NM = 300;

const vessel = generateSampleMeshes().meshes.find(({ name }) => name.includes('vessel'))!;
const mesh = openMesh(compileFile(parseMesh(gunzipSync(vessel.gzip))).compiled);
const request = reachRequest.parse({
  origins: [{ lat: -60.72, lon: -45.48, name: 'Signy' }],
  contours: [{ hours: 24 }, { hours: 48 }, { hours: 72 }],
});
const chart = drawReachChart(reachGeoJson(mesh, request, ADJUSTMENT_LIMIT_NM), request.origins);
writeFileSync(new URL('../docs/reach.svg', import.meta.url), chart);
