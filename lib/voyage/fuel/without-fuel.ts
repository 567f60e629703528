/** The fields of a voyage that say what is in the bunkers, as they are where nothing does. */
export const WITHOUT_FUEL = {
  fuel_aboard_tonnes: null,
  reserve_tonnes: null,
  capacity_tonnes: null,
  choose_speed: null,
} as const;
