import { Level } from 'level';

/*
 * LevelDB finds an item in microseconds, mostly in memory. The default is to do so in a thread of its own, and
 * to hand the read over and back takes far longer than the read. dynalite reads twice for each request.
 */
declare module 'level' {
  interface Level {
    _get(key: unknown, options: object): Promise<unknown>;
    _getSync(key: unknown, options: object): unknown;
  }
}

Level.prototype._get = async function (key, options) {
  return this._getSync(key, options);
};
