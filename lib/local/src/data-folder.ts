import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile, rename, stat } from 'node:fs/promises';
import type { Server } from 'node:net';
import { basename, join, relative } from 'node:path';
import {
  type Contents,
  FORMAT,
  type Manifest,
  manifestPath,
  unreadSentence,
  writeManifest,
} from './data-manifest.ts';
import { DamagedData, UnusableFolder } from './errors.ts';
import { acquire } from './folder-lock.ts';
import { asideName, difference, LostFiles } from './lost-files.ts';
import { makeFolder } from './make-folder.ts';
import { readRecord } from './read-record.ts';

export interface DataFolderOptions {
  readonly path: string;
  /** Format in which the application stores its data; data in another format is set aside. */
  readonly dataVersion: string;
  /** Sets aside all existing data. */
  readonly fresh: boolean;
  /** Called with a message when data was set aside or is damaged. */
  readonly onNotice: (sentence: string) => void;
}

/** Folder of compiled code. */
export const COMPILED = 'compiled';
/** Files that are not data and stay when data is set aside. */
const KEPT = new RegExp(`^((assembly|${COMPILED})$|aside-)`);
/** Folders whose files are listed in the manifest. */
const LISTED = ['dynamodb', 's3', 'executions', 'map-runs', 'queues'];
/** Folder of the database, whose files are of use only together: LevelDB. */
const DATABASE = 'dynamodb';
/** What LevelDB makes anew at each start. */
const DATABASE_NOTES = /^(LOCK|LOG|LOG\.old)$/;
/** What LevelDB can make again of its other files. */
const DATABASE_INDEX = /^(CURRENT|MANIFEST-\d+)$/;

/** The folder in which a local stack keeps everything, held by one process at a time. */
export class DataFolder {
  readonly path: string;
  readonly lost: LostFiles;
  readonly #lock: Server;
  readonly #options: DataFolderOptions;
  #contents: Contents = { tables: {}, buckets: [] };
  /** Whether the database's index is lost, and has to be made again. */
  lostIndex = false;

  private constructor(path: string, lock: Server, options: DataFolderOptions) {
    this.path = path;
    this.lost = new LostFiles(path, options.onNotice);
    this.#lock = lock;
    this.#options = options;
  }

  /**
   * Locks the folder and makes sure that its content can be used: data in another format is set aside.
   * @throws UnusableFolder when nothing can be stored there
   * @throws LocalStackError when another process holds the folder
   * @throws DamagedData when a file of the database that holds items is missing or has other bytes
   */
  static async open(options: DataFolderOptions): Promise<DataFolder> {
    try {
      makeFolder(join(options.path, COMPILED));
    } catch (error) {
      throw new UnusableFolder(options.path, (error as Error).message);
    }
    const real = realpathSync(options.path);
    const folder = new DataFolder(real, await acquire(real), options);
    try {
      await folder.#check();
      return folder;
    } catch (error) {
      await folder.release();
      throw error;
    }
  }

  /** A folder inside; created if it does not exist. */
  folder(...names: string[]): string {
    const path = join(this.path, ...names);
    makeFolder(path);
    return path;
  }

  /**
   * Reads a JSON file; one that is truncated is lost, and undefined.
   * @param remedy what will be done about that, for the notice
   */
  async read<T>(file: string, remedy = ''): Promise<T | undefined> {
    try {
      return await readRecord<T>(this.path, file);
    } catch (error) {
      if (!(error instanceof DamagedData)) throw error;
      await this.lost.add(file, `is truncated${remedy}`);
      return undefined;
    }
  }

  /**
   * Sets the data aside if the keys of a table have changed, and marks the folder as in use.
   * @throws DamagedData when the data of a table or bucket is missing
   */
  async prepare(tables: Contents['tables']): Promise<void> {
    const changed = Object.keys(tables).find(
      (name) => this.hadTable(name) && this.#contents.tables[name] !== tables[name],
    );
    if (changed) await this.#setAside(`The table ${changed} has other keys now`);
    for (const bucket of this.#contents.buckets) await this.#mustExist('s3', bucket, 'records');
    const hasTables = Object.keys(this.#contents.tables).length > 0;
    if (hasTables && !this.lostIndex) await this.#mustExist(DATABASE, 'CURRENT');
    await this.#write();
  }

  /** Whether the data has a table of that name. */
  hadTable(name: string): boolean {
    return name in this.#contents.tables;
  }

  /**
   * Records a stack's tables and buckets, which exist from now on, and names what was lost while they were opened and
   * what the stack does not have any more.
   */
  async remember(stackName: string, { tables, buckets }: Contents): Promise<void> {
    this.lost.tell();
    const unread = unreadSentence(this.#contents, stackName, { tables, buckets });
    if (unread) this.#options.onNotice(unread);
    this.#contents = {
      tables: { ...this.#contents.tables, ...tables },
      buckets: [...new Set([...this.#contents.buckets, ...buckets])],
    };
    await this.#write();
  }

  /** Records that everything is stored, and releases the folder. */
  async close(): Promise<void> {
    const sizes = await this.#sizes();
    await this.#write({ sizes, digests: await this.#digests(sizes) });
    await this.release();
  }

  /** Releases the folder for other processes. */
  async release(): Promise<void> {
    const closed = once(this.#lock, 'close');
    this.#lock.close();
    await closed;
  }

  async #check(): Promise<void> {
    const { fresh, dataVersion } = this.#options;
    const hasData = (await readdir(this.path)).some((name) => LISTED.includes(name));
    if (fresh && hasData) return this.#setAside('You asked for a fresh start');
    const manifest = await this.#readManifest(hasData);
    if (!manifest) return;
    if (manifest.format !== FORMAT || manifest.dataVersion !== dataVersion) {
      return this.#setAside('The data is of another version');
    }
    if (manifest.sizes) await this.#compare(manifest.sizes, manifest.digests ?? {});
    this.#contents = manifest.contents;
  }

  /** If it is lost, the data counts as of this version, and holds the tables and buckets that are found. */
  async #readManifest(hasData: boolean): Promise<Manifest | undefined> {
    const file = manifestPath(this.path);
    const remedy = ', and is made again';
    if (existsSync(file)) return this.read<Manifest>(file, remedy);
    if (hasData) await this.lost.add(file, `is missing${remedy}`);
    return undefined;
  }

  /** Moves all data into a folder next to it. */
  async #setAside(why: string): Promise<void> {
    const names = (await readdir(this.path)).filter((name) => !KEPT.test(name));
    const aside = this.folder(asideName());
    for (const name of names) await rename(join(this.path, name), join(aside, name));
    this.#contents = { tables: {}, buckets: [] };
    this.#options.onNotice(`${why}: the old data is now in ${aside}, and this start begins without data.`);
  }

  #write(files: Pick<Manifest, 'sizes' | 'digests'> = { sizes: null }): Promise<void> {
    const { dataVersion } = this.#options;
    return writeManifest(this.path, { format: FORMAT, dataVersion, contents: this.#contents, ...files });
  }

  async #mustExist(...names: string[]): Promise<void> {
    const path = join(this.path, ...names);
    if (!(await stat(path).catch(() => undefined))) throw new DamagedData(this.path, path, 'is missing');
  }

  /** Bytes of every listed file, by its path in the folder. */
  async #sizes(): Promise<Record<string, number>> {
    const sizes: Record<string, number> = {};
    for (const listed of LISTED) {
      const entries = await readdir(join(this.path, listed), { recursive: true, withFileTypes: true }).catch(
        () => [],
      );
      for (const entry of entries.filter((each) => each.isFile())) {
        const file = join(entry.parentPath, entry.name);
        sizes[relative(this.path, file)] = (await stat(file)).size;
      }
    }
    return sizes;
  }

  /** Of the database's files: without them, LevelDB takes a damaged end of its log for writes that were cut short. */
  async #digests(sizes: Readonly<Record<string, number>>): Promise<Record<string, string>> {
    const digests: Record<string, string> = {};
    for (const name of Object.keys(sizes)) {
      if (!name.startsWith(DATABASE) || DATABASE_NOTES.test(basename(name))) continue;
      const bytes = await readFile(join(this.path, name));
      digests[name] = createHash('md5').update(bytes).digest('hex');
    }
    return digests;
  }

  /**
   * Damage to a record of an object or an execution costs no more than that one; a record tells of the bytes that
   * belong to it. @throws DamagedData where items of the database are lost
   */
  async #compare(sizes: Record<string, number>, digests: Record<string, string>): Promise<void> {
    const actual = await this.#sizes();
    const actualDigests = await this.#digests(actual);
    for (const [name, size] of Object.entries(sizes)) {
      const [found, file] = [actual[name], join(this.path, name)];
      if (found === size && [undefined, actualDigests[name]].includes(digests[name])) continue;
      if (name.startsWith(DATABASE)) {
        if (DATABASE_NOTES.test(basename(name))) continue;
        const how = difference(found, size);
        if (!DATABASE_INDEX.test(basename(name))) throw new DamagedData(this.path, file, how);
        await this.lost.add(file, `${how}, and is made again`);
        this.lostIndex = true;
      } else if (found === undefined && name.endsWith('.json')) await this.lost.add(file, 'is missing');
    }
  }
}
