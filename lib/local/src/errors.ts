/** A start that can't succeed: its message is one sentence that a person can act on. */
export class LocalStackError extends Error {
  override readonly name: string = 'LocalStackError';
}

/** A port to listen at that can't be had. */
export class PortTaken extends LocalStackError {
  readonly port: number;

  constructor(port: number, why: string) {
    super(`Port ${port} ${why}.`);
    this.port = port;
  }
}

/** A refusal in the words of an AWS service; each protocol's front writes it in its own shape. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  /** The service's own code, for example `ResourceNotFoundException`. */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
