import { bytesOf, cellbox, changed, gridMesh } from './mesh-files.ts';

/** Every kind of bad mesh: what it is, its bytes, and what the reason has to say. */
export const badMeshes: readonly [what: string, bytes: Uint8Array, reason: RegExp][] = [
  ['no JSON', Buffer.from('A mesh?'), /^not JSON: .*byte 2, found "m"/],
  ['cut short', bytesOf(gridMesh()).subarray(0, 2000), /^not JSON: .*ends/],
  ['JSON with a tail', Buffer.concat([bytesOf(gridMesh()), Buffer.from('}')]), /^not JSON: .*found "}"/],
  ['not UTF-8', Buffer.from('{"note": "\xff"}', 'latin1'), /not JSON: .*not UTF-8/],
  ['nested without end', Buffer.from(`{"config": ${'['.repeat(1e6)}`), /nested more than 100 deep at byte/],
  [
    'one endless value',
    Buffer.from(`{"note": "${'x'.repeat(2 ** 25)}"}`),
    /a value of 33554434 bytes at byte 9/,
  ],
  [
    'cells twice',
    Buffer.from(bytesOf(gridMesh()).toString().replace('"cellboxes"', '"cellboxes": [], "cellboxes"')),
    /^not a mesh: cellboxes is there twice$/,
  ],
  ['a list', Buffer.from('[]'), /not a mesh: expected a JSON object/],
  ['GeoJSON', Buffer.from('{"type": "FeatureCollection"}'), /config is missing.*cellboxes is missing/],
  ['cells by id', changed((mesh) => Object.assign(mesh, { cellboxes: {} })), /cellboxes is no array/],
  [
    'speeds without their unit',
    changed((mesh) => delete mesh.config.vessel_info),
    /^config\.vessel_info is missing, though cell 0 has a speed: its unit is not known$/,
  ],
  [
    'a speed that nothing has',
    changed((mesh) => Object.assign(mesh.cellboxes[0]!, { speed: 1e308 })),
    /speed at NE: expected at most 1500 km\/h, found 1e\+308/,
  ],
  [
    'a consumption that nothing has',
    changed((mesh) => Object.assign(mesh.cellboxes[0]!, { fuel: 1e300 })),
    /fuel at NE: expected 0 to 10000 a day, found 1e\+300/,
  ],
  [
    'a current that no sea has',
    changed((mesh) => Object.assign(mesh.cellboxes[0]!, { vC: -1e300 })),
    /vC: expected m\/s, at most 30, found -1e\+300/,
  ],
  [
    'another unit',
    changed((mesh) => Object.assign(mesh.config.vessel_info, { unit: 'mph' })),
    /config\.vessel_info\.unit: expected "km\/hr" or "knots", found "mph"/,
  ],
  [
    'a vessel with half a letter in its name',
    Buffer.from(JSON.stringify(gridMesh()).replace('"SDA"', '"SD\\ud800"')),
    /config\.vessel_info\.vessel_type: expected well-formed Unicode/,
  ],
  [
    'no region',
    changed((mesh) => delete mesh.config.mesh_info.region.lat_min),
    /config\.mesh_info\.region\.lat_min: expected a number/,
  ],
  [
    'a region upside down',
    changed((mesh) => Object.assign(mesh.config.mesh_info.region, { lat_min: 10 })),
    /region: expected latitudes .* found 10 to -57/,
  ],
  ['no cells', changed((mesh) => Object.assign(mesh, { cellboxes: [], neighbour_graph: {} })), /found none/],
  [
    'a cell that is not an object',
    changed((mesh) => mesh.cellboxes.push(7)),
    /cellboxes\[9\]: expected an object/,
  ],
  ['no id', changed((mesh) => delete mesh.cellboxes[4].id), /cellboxes\[4\]\.id: .* found nothing/],
  [
    'one id twice',
    changed((mesh) => Object.assign(mesh.cellboxes[4], { id: '3' })),
    /cell 3: more than one cell has this id/,
  ],
  [
    'a cell without geometry',
    changed((mesh) => delete mesh.cellboxes[4].geometry),
    /cell 4: geometry: expected a WKT polygon, found nothing/,
  ],
  [
    'a cell of another geometry',
    changed((mesh) => Object.assign(mesh.cellboxes[4], { geometry: 'POINT (1 2)' })),
    /cell 4: geometry: expected a WKT polygon, found "POINT \(1 2\)"/,
  ],
  [
    'a geometry elsewhere',
    changed((mesh) => Object.assign(mesh.cellboxes[4], { geometry: mesh.cellboxes[5].geometry })),
    /cell 4: geometry: expected an extent of 1, -59, 2, -58 .*found 2, -59, 3, -58/,
  ],
  [
    'a cell without a centre',
    changed((mesh) => Object.assign(mesh.cellboxes[4], { cx: null })),
    /cell 4: cx: .*found null/,
  ],
  [
    'a cell without an area',
    changed((mesh) => Object.assign(mesh.cellboxes[4], { dcy: 0 })),
    /cell 4: expected dcx and dcy above 0, found 0.5 and 0/,
  ],
  [
    'a cell outside the region',
    changed((mesh) => Object.assign(mesh.config.mesh_info.region, { lat_max: -58 })),
    /cell 6: expected within latitudes -60 to -58 and longitudes 0 to 3, found -58 to -57 and 0 to 1/,
  ],
  [
    'overlapping cells',
    changed((mesh) => mesh.cellboxes.push(cellbox('99', 0.5, -59.5, 1))),
    /cells 0 and 99 overlap/,
  ],
  [
    'one cell inside another',
    changed((mesh) => mesh.cellboxes.push(cellbox('99', 1.25, -58.75, 0.5))),
    /cells 4 and 99 overlap/,
  ],
  [
    'unknown neighbours',
    changed((mesh) => mesh.neighbour_graph['4']['2'].push(77)),
    /neighbour_graph\["4"\]\["2"\]: expected ids of cells, found 77/,
  ],
  [
    'a graph of unknown cells',
    changed((mesh) => Object.assign(mesh.neighbour_graph, { 77: {} })),
    /neighbour_graph\["77"\]: no cell has this id/,
  ],
  [
    'neighbours that do not touch',
    changed((mesh) => mesh.neighbour_graph['0']['2'].push(2)),
    /cell 2: expected to touch the east of cell 0/,
  ],
  [
    'a neighbour on the wrong side',
    changed((mesh) => mesh.neighbour_graph['0']['-2'].push(1)),
    /cell 1: expected to touch the west of cell 0/,
  ],
  [
    'a corner that is an edge',
    changed((mesh) => mesh.neighbour_graph['0']['1'].push(1)),
    /cell 1: expected to touch the north-east of cell 0/,
  ],
  [
    'a ninth direction',
    changed((mesh) => Object.assign(mesh.neighbour_graph['4'], { 5: [] })),
    /"5"\]: expected a dir/,
  ],
  [
    'a graph without lists',
    changed((mesh) => Object.assign(mesh.neighbour_graph, { 4: 5 })),
    /lists by direction/,
  ],
  [
    'seven speeds',
    changed((mesh) => mesh.cellboxes[4].speed.pop()),
    /cell 4: speed: expected 8 numbers, found \[18,18/,
  ],
  [
    'no speed',
    changed((mesh) => delete mesh.cellboxes[4].speed),
    /cell 4: speed: expected 8 numbers, found nothing/,
  ],
  [
    'a negative speed',
    changed((mesh) => mesh.cellboxes[4].speed.splice(2, 1, -3)),
    /cell 4: speed at SE: expected 0 or more, found -3/,
  ],
  [
    'no fuel where the others have it',
    changed((mesh) => delete mesh.cellboxes[4].fuel),
    /cell 4: fuel: expected 8 numbers, found nothing/,
  ],
  [
    'NaN of fuel',
    changed((mesh) => mesh.cellboxes[4].fuel.splice(7, 1, null)),
    /cell 4: fuel at N: expected 0 to 10000 a day, found null/,
  ],
  [
    'a current in words',
    changed((mesh) => Object.assign(mesh.cellboxes[4], { uC: 'strong' })),
    /uC: expected m\/s/,
  ],
  [
    'all speeds zero',
    changed((mesh) => {
      for (const cell of mesh.cellboxes) cell.speed.fill(0);
    }),
    /no cell can be sailed/,
  ],
];
