/** The service's vehicles. */
export function VehiclesTab() {
  return <section aria-label="Vehicles" />;
}
