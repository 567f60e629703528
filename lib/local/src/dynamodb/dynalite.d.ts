declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    /** Folder of the tables; without it, they are in memory. */
    path?: string | undefined;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  }
  export default function dynalite(options?: DynaliteOptions): Server;
}

declare module 'dynalite/db/index.js' {
  /** An error that dynalite sends to the client unchanged. */
  interface Refusal extends Error {
    statusCode: number;
    body: { __type: string; message: string; Item?: object };
  }
  const db: {
    /**
     * Checks the condition of a write against the stored item; returns the error when the condition does not
     * hold.
     */
    checkConditional(data: object, existingItem: object | undefined): Refusal | null | undefined;
  };
  export default db;
}
