/**
 * Whether CloudWatch would raise an alarm of a template: its metrics and its metric math, for the functions that our
 * alarms use. A period has a value, or none: then it is missing, and so is every expression that needs it.
 */
import type { Json } from './template.ts';

/** By the name of a metric, and of its dimension's value where several have one name: a value a period, oldest first. */
export type Data = Readonly<Record<string, readonly (number | undefined)[]>>;

type Value = number | undefined;

/** CloudWatch looks at more periods than an alarm has, where values are missing: at about so many. */
const FURTHER_PERIODS = 2;

/**
 * Values that are missing are passed over as long as there are enough of before; only then they are treated as the alarm
 * says (CloudWatch, "Configuring how alarms treat missing data").
 *
 * @param properties of an `AWS::CloudWatch::Alarm`
 */
export function isRaised(properties: Json, data: Data): boolean {
  const { EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods, Threshold } = properties;
  const isBreaching = (value: number) =>
    properties.ComparisonOperator === 'LessThanThreshold' ? value < Threshold : value >= Threshold;
  const looked = EvaluationPeriods + FURTHER_PERIODS;
  const values = Array.from({ length: looked }, (_, k) => valueAt(properties, data, looked - k));
  const there = values.filter((value) => value !== undefined).slice(-EvaluationPeriods);
  const missing = properties.TreatMissingData === 'breaching' ? EvaluationPeriods - there.length : 0;
  return there.filter(isBreaching).length + missing >= DatapointsToAlarm;
}

/** The names in `Data` that an alarm reads. */
export function metricsOf(properties: Json): string[] {
  const stats = (properties.Metrics ?? []).flatMap(({ MetricStat }: Json) => MetricStat?.Metric ?? []);
  return [...new Set<string>((properties.MetricName ? [properties] : stats).map(nameOf))];
}

function nameOf({ MetricName, Dimensions = [] }: Json): string {
  const own = Dimensions.find(({ Name }: Json) => ['outcome', 'GlobalSecondaryIndexName'].includes(Name));
  return own ? `${MetricName} ${own.Value}` : MetricName;
}

function valueAt(properties: Json, data: Data, fromEnd: number): Value {
  const at = (metric: Json) => data[nameOf(metric)]?.at(-fromEnd);
  if (!properties.Metrics) return at(properties);
  const values: Record<string, Value> = {};
  for (const { Id, MetricStat } of properties.Metrics) if (MetricStat) values[Id] = at(MetricStat.Metric);
  const math = properties.Metrics.find((metric: Json) => metric.Expression);
  if (!math) return at(properties.Metrics[0].MetricStat.Metric); // one metric with a label
  return new MetricMath(math.Expression, values).value();
}

/** Metric math: + - * / >=, numbers, names, FILL(m, n) and IF(c, a, b). */
class MetricMath {
  readonly #tokens: string[];
  readonly #values: Record<string, Value>;

  constructor(text: string, values: Record<string, Value>) {
    this.#tokens = text.match(/[A-Za-z]\w*|[\d.]+|>=|[+*/(),-]/g) ?? [];
    this.#values = values;
  }

  value(): Value {
    const sum = this.#sum();
    if (this.#tokens[0] !== '>=') return sum;
    this.#tokens.shift();
    return combine(sum, this.#sum(), (a, b) => Number(a >= b));
  }

  #sum(): Value {
    let value = this.#product();
    while (this.#tokens[0] === '+' || this.#tokens[0] === '-') {
      const isPlus = this.#tokens.shift() === '+';
      value = combine(value, this.#product(), (a, b) => (isPlus ? a + b : a - b));
    }
    return value;
  }

  #product(): Value {
    let value = this.#factor();
    while (this.#tokens[0] === '*' || this.#tokens[0] === '/') {
      const isTimes = this.#tokens.shift() === '*';
      value = combine(value, this.#factor(), (a, b) => (isTimes ? a * b : a / b));
    }
    return value;
  }

  #factor(): Value {
    const token = this.#tokens.shift()!;
    if (token === 'FILL' || token === 'IF') {
      const parts = this.#arguments();
      if (token === 'FILL') return parts[0] ?? parts[1];
      return parts[0] === undefined ? undefined : parts[0] ? parts[1] : parts[2];
    }
    if (/^\d/.test(token)) return Number(token);
    if (!(token in this.#values)) throw new Error(`Metric math that is not understood: ${token}`);
    return this.#values[token];
  }

  #arguments(): Value[] {
    const parts: Value[] = [];
    while (['(', ','].includes(this.#tokens[0]!)) {
      this.#tokens.shift();
      parts.push(this.value());
    }
    this.#tokens.shift();
    return parts;
  }
}

const combine = (a: Value, b: Value, how: (a: number, b: number) => number): Value =>
  a === undefined || b === undefined ? undefined : how(a, b);
