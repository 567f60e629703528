import { commitStops } from '../state/edit-stops.ts';
import { stops } from '../state/stops.ts';
import { withoutStop } from '../stops/stop-list.ts';

/** Deletes a stop by a button of its row, which takes the focus with it: that goes to the row beside it. */
export function deleteStop(name: string, button: HTMLElement): void {
  const row = button.closest('li')!;
  const beside = (row.nextElementSibling ?? row.previousElementSibling)?.querySelector<HTMLElement>(
    '.delete',
  );
  (beside ?? document.querySelector<HTMLElement>('.add-stops summary'))?.focus({ preventScroll: true });
  commitStops(withoutStop(stops.peek(), name));
}
