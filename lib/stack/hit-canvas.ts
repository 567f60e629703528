/**
 * To find what lies below a pointer, OpenLayers reads a small canvas after each feature that it draws there. When this is
 * first asked, it measures for 150 ms, during which the page stands still, whether the browser had better keep such a canvas
 * in memory than on the graphics card. Where it is read after each drawing, memory is better: nothing is measured.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const MODULE = /[\\/]ol[\\/]render[\\/]canvas[\\/]ExecutorGroup\.js$/;
const DECIDED = ['willReadFrequently', 'canvasReadsBenchmarked'];

export const hitCanvas: Plugin = {
  name: 'hit-canvas',
  setup({ onLoad }) {
    onLoad({ filter: MODULE }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const name of DECIDED) {
        const [before, after] = contents.split(`let ${name} = false;`);
        if (after === undefined) throw new Error(`${path} has no ${name} that is false at first`);
        contents = `${before}let ${name} = true;${after}`;
      }
      return { contents };
    });
  },
};
