/** What is not planned through several meshes yet. */
export const NOT_YET = [
  'stops',
  'within_hours',
  'arrive_by',
  'trade_off',
  'alternatives',
  'ice_chart',
] as const;
