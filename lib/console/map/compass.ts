import Rotate from 'ol/control/Rotate.js';
import type View from 'ol/View.js';

/** Radians from north up at which the needle is shown, 5°. */
const SHOWN_FROM = 0.09;

/**
 * A needle to the north of the map's middle, which is seldom up on a polar map that was moved; a click turns it up.
 *
 * @param upAt the rotation of the view that puts north up at the middle of what is seen
 */
export function compass(upAt: (view: View) => number): Rotate {
  const needle = document.createElement('span');
  const control: Rotate = new Rotate({
    label: needle,
    tipLabel: 'Turn north up',
    autoHide: false,
    resetNorth: () => {
      const view = control.getMap()!.getView();
      view.setRotation(upAt(view));
    },
    render: () => {
      const view = control.getMap()?.getView();
      if (!view) return;
      const turned = view.getRotation() - upAt(view);
      needle.style.transform = `rotate(${turned}rad)`;
      const { element } = control as unknown as { element: HTMLElement };
      element.classList.toggle('north-up', Math.abs(Math.sin(turned / 2)) < SHOWN_FROM / 2);
    },
  });
  return control;
}
