declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    /** Folder of the tables; in memory when missing. */
    path?: string | undefined;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  }
  export default function dynalite(options?: DynaliteOptions): Server;
}

declare module 'dynalite/db/index.js' {
  /** A refusal that dynalite sends to the client as it is. */
  interface Refusal extends Error {
    statusCode: number;
    body: { __type: string; message: string; Item?: object };
  }
  const db: {
    /** Evaluates the condition of a write against the stored item; the refusal when it does not hold. */
    checkConditional(data: object, existingItem: object | undefined): Refusal | null | undefined;
  };
  export default db;
}
