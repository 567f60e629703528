import { relative } from 'node:path';

/** A start that cannot succeed: its message is one sentence that tells the user what to do. */
export class LocalStackError extends Error {
  override readonly name: string = 'LocalStackError';
}

/** A file of the data folder is missing or differs from what was written. */
export class DamagedData extends LocalStackError {
  override readonly name = 'DamagedData';

  constructor(folder: string, file: string, how: string) {
    super(`The data folder ${folder} is damaged: ${relative(folder, file)} ${how}.`);
  }
}

/** A folder in which nothing can be stored. */
export class UnusableFolder extends LocalStackError {
  override readonly name = 'UnusableFolder';

  constructor(folder: string, why: string) {
    super(`The data folder ${folder} cannot be used: ${why}.`);
  }
}

/** A port at which it is not possible to listen. */
export class PortTaken extends LocalStackError {
  readonly port: number;

  constructor(port: number, why: string) {
    super(`Port ${port} ${why}.`);
    this.port = port;
  }
}

/** An error of an AWS service, in that service's words; each protocol writes it in its own format. */
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
