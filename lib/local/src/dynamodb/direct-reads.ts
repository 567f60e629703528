import { Level } from 'level';

/*
 * LevelDB finds an item in microseconds, usually in memory. By default it does so in another thread, and
 * passing the read to that thread and back takes far longer than the read. dynalite reads twice per request.
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
