import { Growing } from './growing.ts';

/** Points where edges end or cells touch, numbered in the order in which they are first asked for. */
export class Places {
  count = 0;
  readonly #point = new Growing(Float64Array, 2);
  /** Hash table with open addressing: number of a place + 1; 0 = free. At most half of it is used. */
  #table = new Int32Array(1024);
  readonly #number = new Float64Array(2);
  readonly #words = new Uint32Array(this.#number.buffer);

  /**
   * The number of the place at a point; 180 and −180 are the same meridian. A place keeps the longitude with
   * which it was added.
   */
  at(lon: number, lat: number): number {
    const key = lon === 180 ? -180 : lon;
    const mask = this.#table.length - 1;
    for (let slot = this.#hash(key, lat) & mask; ; slot = (slot + 1) & mask) {
      const place = this.#table[slot] - 1;
      if (place < 0) return this.#add(slot, lon, lat);
      const point = this.#point.at(place);
      const known = point[2 * place];
      if ((known === 180 ? -180 : known) === key && point[2 * place + 1] === lat) return place;
    }
  }

  /** places × 2: lon, lat, degrees. */
  get point(): Float64Array {
    return this.#point.first(this.count);
  }

  #add(slot: number, lon: number, lat: number): number {
    const place = this.count++;
    const point = this.#point.at(place);
    point[2 * place] = lon;
    point[2 * place + 1] = lat;
    this.#table[slot] = place + 1;
    if (2 * this.count > this.#table.length) this.#rehash();
    return place;
  }

  #rehash(): void {
    this.#table = new Int32Array(2 * this.#table.length);
    const mask = this.#table.length - 1;
    const { point } = this;
    for (let place = 0; place < this.count; place++) {
      const lon = point[2 * place];
      let slot = this.#hash(lon === 180 ? -180 : lon, point[2 * place + 1]) & mask;
      while (this.#table[slot] !== 0) slot = (slot + 1) & mask;
      this.#table[slot] = place + 1;
    }
  }

  /** Mixes the bits of two numbers (Murmur3's finaliser); −0 and 0 are equal. */
  #hash(lon: number, lat: number): number {
    this.#number[0] = lon + 0;
    this.#number[1] = lat + 0;
    let hash = 0;
    for (let i = 0; i < 4; i++) {
      hash = Math.imul(hash ^ this.#words[i], 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash, 0xc2b2ae35);
    return hash ^ (hash >>> 16);
  }
}
