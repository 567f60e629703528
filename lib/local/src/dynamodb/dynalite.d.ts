declare module 'dynalite/db/index.js' {
  /** An error that DynamoDB sends to the client. */
  export interface Refusal extends Error {
    statusCode: number;
    body: { __type: string; message: string; Item?: object };
  }
  export type Callback<T> = (error: Error | null, value?: T) => void;
  /** The store's files. Reads are by callback, everything else is as in `abstract-level`. */
  export interface Files {
    get(key: string, callback: Callback<unknown>): void;
    getSync(key: string): unknown;
    open(): Promise<void>;
    close(): Promise<void>;
    /** Only on disk. Also writes what is in memory to a table. */
    compactRange(start: string, end: string): Promise<void>;
  }
  export interface Store {
    readonly db: Files;
  }
  export interface Options {
    /** Folder of the tables; without it, they are in memory. */
    path?: string | undefined;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  }
  const db: {
    create(options: Options): Store;
    /**
     * Checks the condition of a write against the stored item; returns the error when the condition does not
     * hold.
     */
    checkConditional(data: object, existingItem: object | undefined): Refusal | null | undefined;
  };
  export default db;
}

declare module 'dynalite/validations/index.js' {
  import type { Store } from 'dynalite/db/index.js';

  const validations: {
    /** The input with the known parameters only. Changes `data`. @throws Refusal */
    checkTypes(data: object, types: object): object;
    /** @throws Refusal */
    checkValidations(data: object, types: object, custom: unknown, store: Store): void;
  };
  export default validations;
}
