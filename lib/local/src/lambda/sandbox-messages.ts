/** What a sandbox's thread receives when it starts. */
export interface SandboxData {
  /** File of the bundle, and the name under which it exports the handler. */
  readonly file: string;
  readonly exportName: string;
  /** Folder of the bundle's compiled code. */
  readonly compiledFolder: string;
  /** Whether the function calculates; others mostly wait. */
  readonly calculates: boolean;
}

/** One invocation, as it is sent to the thread. */
export interface InvocationMessage {
  readonly requestId: string;
  /** The event as JSON text, as on Lambda. */
  readonly event: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** Offset of the thread's clock from now on, ms. */
  readonly clockSkewMs: number;
  readonly traceId: string;
  readonly functionArn: string;
}

/** What the thread sends: that a variable was read, that its handler is loaded, or how an invocation ended. */
export type SandboxMessage =
  | { readonly kind: 'read'; readonly variable: string }
  /** With the number by which Linux knows the thread, where it may be given another priority. */
  | { readonly kind: 'ready'; readonly thread: number | undefined }
  | { readonly kind: 'result' | 'error'; readonly requestId: string; readonly payload: string };
