/** An error that a client can do something about. Its kind decides how the API answers it. */
export abstract class ChartError extends Error {
  abstract readonly kind: 'not-found' | 'forbidden' | 'conflict' | 'invalid' | 'busy';
}

export class ChartNotFound extends ChartError {
  override readonly name = 'ChartNotFound';
  override readonly kind = 'not-found';

  constructor(id: string) {
    super(`There is no ice chart "${id}".`);
  }
}

export class NoChartHere extends ChartError {
  override readonly name = 'NoChartHere';
  override readonly kind = 'not-found';

  constructor() {
    super('There is no ice chart of this sea: send one to POST /api/ice_chart, or leave out ice_chart.');
  }
}

/** The file is no chart that can be read; the message says what to change. */
export class ChartRefused extends ChartError {
  override readonly name = 'ChartRefused';
  override readonly kind = 'invalid';
}

/** Only the caller that sent a chart may delete it. */
export class NotChartSender extends ChartError {
  override readonly name = 'NotChartSender';
  override readonly kind = 'forbidden';

  constructor(id: string) {
    super(`Ice chart "${id}" was sent by another caller: only that caller may delete it.`);
  }
}

export class TooManyCharts extends ChartError {
  override readonly name = 'TooManyCharts';
  override readonly kind = 'conflict';

  constructor(limit: number) {
    super(`There are ${limit} ice charts already, which is as many as the service keeps; delete one first.`);
  }
}

/** Others change the list of charts at the same moment, again and again. */
export class ChartsBusy extends ChartError {
  override readonly name = 'ChartsBusy';
  override readonly kind = 'busy';
  readonly retryAfterSeconds = 5;

  constructor() {
    super('Others are storing ice charts at this moment: try again in 5 seconds.');
  }
}
