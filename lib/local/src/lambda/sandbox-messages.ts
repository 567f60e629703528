/** What a sandbox's thread is started with. */
export interface SandboxData {
  /** File of the bundle, and the name it exports the handler under. */
  readonly file: string;
  readonly exportName: string;
}

/** One invocation, as the runner hands it to the thread. */
export interface InvocationMessage {
  readonly requestId: string;
  /** The event as JSON text: what crosses is text, as on Lambda. */
  readonly event: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly traceId: string;
  readonly functionArn: string;
}

/** What the thread says: that its handler is loaded, or how an invocation ended. */
export type SandboxMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly payload: string }
  | { readonly kind: 'error'; readonly payload: string };
