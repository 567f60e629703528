/** The tables of the drawer, which come with the first that is looked at. */
export { Schedule } from './schedule.tsx';
export { Waypoints } from './waypoints.tsx';
