/** A place in a sentence, as coordinates are sent: `-62.1000, -58.2000` (latitude, longitude). */
export function placeText(lat: number, lon: number): string {
  const turned = lon - 360 * Math.round(lon / 360);
  return `${lat.toFixed(4)}, ${turned.toFixed(4)}`;
}
