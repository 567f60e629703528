/**
 * Of proj4's thirty projections the page needs the polar stereographic one. It reads no projections in WKT, and no positions
 * of the military grid.
 */
import type { Plugin } from 'esbuild';

const ALL = /^\.\.\/projs$/;
const NEEDED = `
import stere from './lib/projections/stere';
export default ({ Proj }) => Proj.projections.add(stere);`;

const UNUSED = /^(wkt-parser|mgrs)$/;
const NOTHING = `
export default null;
export const forward = null;
export const toPoint = null;`;

export const polarProjections: Plugin = {
  name: 'polar-projections',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: ALL }, ({ importer, resolveDir }) =>
      /[\\/]proj4[\\/]lib[\\/]index\.js$/.test(importer)
        ? { path: 'projs', namespace: 'polar-projections', pluginData: `${resolveDir}/..` }
        : null,
    );
    onResolve({ filter: UNUSED }, () => ({ path: 'nothing', namespace: 'polar-projections' }));
    onLoad({ filter: /^nothing$/, namespace: 'polar-projections' }, () => ({ contents: NOTHING }));
    onLoad({ filter: /^projs$/, namespace: 'polar-projections' }, ({ pluginData }) => ({
      contents: NEEDED,
      resolveDir: pluginData,
    }));
  },
};
