/** Natural Earth's land as TopoJSON; declared so that the compiler need not read half a megabyte of it. */
declare module 'world-atlas/land-50m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification';

  const topology: Topology<{ land: GeometryCollection }>;
  export default topology;
}
