/** What sections of the panel hold, which comes with the first that is opened: in a file each would bring as many files again of what they share. */
export { AddStopsForm } from './add-stops-form.tsx';
export { ShipHereForm } from './ship-here-form.tsx';
export { SpeedFields } from './speed-fields.tsx';
export { StopEditor } from './stop-editor.tsx';
