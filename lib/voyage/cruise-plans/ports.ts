/**
 * Ports that the open cruise planner knows by id (github.com/ocean-uhh/cruiseplan, MIT, November 2025; without its placeholders):
 * id without `port_`, name, latitude and longitude in degrees.
 */
import type { LatLon } from '../../engine/geometry/sphere.ts';

const PORTS: readonly (readonly [id: string, name: string, lat: number, lon: number])[] = [
  ['reykjavik', 'Reykjavik, Iceland', 64.1466, -21.9426],
  ['nuuk', 'Nuuk, Greenland', 64.1836, -51.7214],
  ['tromso', 'Tromsø, Norway', 69.6496, 18.9553],
  ['trondheim', 'Trondheim, Norway', 63.4305, 10.3951],
  ['bergen', 'Bergen, Norway', 60.3913, 5.3221],
  ['southampton', 'Southampton, UK', 50.9097, -1.4044],
  ['bremerhaven', 'Bremerhaven, Germany', 53.5395, 8.5809],
  ['hamburg', 'Hamburg, Germany', 53.5349, 9.97992],
  ['emden', 'Emden, Germany', 53.3594, 7.2067],
  ['rostock', 'Rostock, Germany', 54.0887, 12.1308],
  ['kiel', 'Kiel, Germany', 54.32899, 10.178761],
  ['brest', 'Brest, France', 48.3905, -4.486],
  ['nice', 'Nice, France', 43.7102, 7.262],
  ['vigo', 'Vigo, Spain', 42.2406, -8.7207],
  ['cadiz', 'Cadiz, Spain', 36.5298, -6.2923],
  ['malaga', 'Malaga, Spain', 36.7196, -4.4204],
  ['heraklion', 'Heraklion, Crete', 35.3387, 25.1442],
  ['catania', 'Catania, Italy', 37.5079, 15.083],
  ['limassol', 'Limassol, Cyprus', 34.6823, 33.0464],
  ['las_palmas', 'Las Palmas, Canary Islands', 28.1248, -15.43],
  ['ponta_delgada', 'Ponta Delgada, Azores', 37.7412, -25.6756],
  ['funchal', 'Funchal, Madeira', 32.6669, -16.9241],
  ['mindelo', 'Mindelo, Cape Verde', 16.8864, -24.9811],
  ['walvis_bay', 'Walvis Bay, Namibia', -22.9576, 14.5052],
  ['durban', 'Durban, South Africa', -29.8587, 31.0218],
  ['halifax', 'Halifax, Nova Scotia', 44.6488, -63.5752],
  ['st_johns', "St. John's, Newfoundland", 47.5615, -52.7126],
  ['vancouver', 'Vancouver, Canada', 49.2827, -123.1207],
  ['woods_hole', 'Woods Hole, Massachusetts', 41.5265, -70.6712],
  ['san_diego', 'San Diego, California', 32.7157, -117.1611],
  ['astoria', 'Astoria, Oregon', 46.1879, -123.8313],
  ['honolulu', 'Honolulu, Hawaii', 21.3099, -157.8581],
  ['ensenada', 'Ensenada, Mexico', 31.8444, -116.6197],
  ['balboa', 'Balboa, Panama', 8.9823, -79.5661],
  ['bridgetown', 'Bridgetown, Barbados', 13.1939, -59.6161],
  ['rio_de_janeiro', 'Rio de Janeiro, Brazil', -22.9068, -43.1729],
  ['fortaleza', 'Fortaleza, Brazil', -3.7172, -38.5433],
  ['belem', 'Belem, Brazil', -1.4558, -48.5044],
  ['recife', 'Recife, Brazil', -8.0476, -34.877],
  ['antofagasta', 'Antofagasta, Chile', -23.6509, -70.3975],
  ['port_louis_mauritius', 'Port Louis, Mauritius', -20.1654, 57.5074],
  ['la_reunion', 'La Reunion, France', -21.1151, 55.5364],
  ['port_louis_seychelles', 'Port Louis, Seychelles', -4.6796, 55.5274],
  ['colombo', 'Colombo, Sri Lanka', 6.9271, 79.8612],
  ['singapore', 'Singapore', 1.3521, 103.8198],
  ['yokohama', 'Yokohama, Japan', 35.4437, 139.638],
  ['fremantle', 'Fremantle, Australia', -32.0569, 115.7439],
  ['wellington', 'Wellington, New Zealand', -41.2865, 174.7762],
  ['christchurch', 'Christchurch, New Zealand', -43.6042, 172.7195],
  ['auckland', 'Auckland, New Zealand', -36.8485, 174.7633],
  ['papeete', 'Papeete, Tahiti', -17.5516, -149.5585],
];

/**
 * By id, with or without `port_` (`port_st_johns`, `St Johns`), or by name (`Reykjavik`, `Reykjavik, Iceland`). Null where two
 * have the name.
 */
export function knownPort(name: string): (LatLon & { readonly name: string }) | null {
  const wanted = plain(name);
  const [port, other] = PORTS.filter(([id, full]) =>
    [id, full, full.split(',')[0]!].some((one) => plain(one) === wanted),
  );
  return port && !other ? { name: port[1], lat: port[2], lon: port[3] } : null;
}

/** Small letters, without accents, with one space for what is no letter, and without `port` before it. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’.]+/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .replace(/^(port )+/, '');
