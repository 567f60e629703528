/** What prices a line among zones, as one file that is loaded when there is a zone. */
export { evaluateAmongZones } from '../../routes/evaluate-among-zones.ts';
export { enteredZones } from '../../voyage/among-zones/zone-effects.ts';
export { slowDownOf } from '../../voyage/speeds/slow-down.ts';
