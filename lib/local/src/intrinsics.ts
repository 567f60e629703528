import { LocalStackError } from './errors.ts';
import type { Template } from './template.ts';

/** The names of an existing resource: the value of `Ref`, and the values of `Fn::GetAtt`. */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Values of pseudo parameters such as `AWS::Region`. */
export type PseudoParameters = Readonly<Record<string, unknown>>;

type Fields = Record<string, unknown>;

/** `AWS::NoValue`: a property or element that resolves to this is left out. */
const NO_VALUE = Symbol('AWS::NoValue');

/** Resolves the intrinsic functions and conditions of a template. */
export class Intrinsics {
  readonly #template: Template;
  readonly #pseudo: PseudoParameters;
  readonly #identify: (logicalId: string) => Identity;
  readonly #functions: Record<string, (argument: unknown) => unknown>;

  constructor(template: Template, pseudo: PseudoParameters, identify: (logicalId: string) => Identity) {
    this.#template = template;
    this.#pseudo = pseudo;
    this.#identify = identify;
    this.#functions = this.#values();
  }

  /** The value with all its intrinsics resolved. */
  resolve(value: unknown): unknown {
    const resolved = this.#resolve(value);
    return resolved === NO_VALUE ? undefined : resolved;
  }

  /** Whether the named condition holds. */
  condition(name: string): boolean {
    const conditions = this.#template.Conditions ?? {};
    if (!(name in conditions)) throw new LocalStackError(`The template has no condition ${name}.`);
    return this.#holds(conditions[name]);
  }

  #resolve(value: unknown): unknown {
    if (Array.isArray(value))
      return value.map((each) => this.#resolve(each)).filter((each) => each !== NO_VALUE);
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value);
    const [first] = entries;
    if (first && entries.length === 1 && (first[0] === 'Ref' || first[0].startsWith('Fn::'))) {
      const intrinsic = this.#functions[first[0]];
      if (!intrinsic)
        throw new LocalStackError(`The template uses ${first[0]}, which local mode can't resolve.`);
      return intrinsic(first[1]);
    }
    return Object.fromEntries(
      entries.map(([key, each]) => [key, this.#resolve(each)]).filter(([, each]) => each !== NO_VALUE),
    );
  }

  #values(): Record<string, (argument: unknown) => unknown> {
    const list = (argument: unknown) => this.#resolve(argument) as unknown[];
    return {
      Ref: (name) => this.#ref(String(name)),
      'Fn::GetAtt': (argument) => this.#attribute(argument),
      'Fn::Join': (argument) => {
        const [separator, parts] = list(argument) as [string, unknown[]];
        return parts.map(String).join(separator);
      },
      'Fn::Split': (argument) => {
        const [separator, text] = list(argument) as [string, string];
        return text.split(separator);
      },
      'Fn::Select': (argument) => {
        const [index, values] = list(argument) as [string | number, unknown[]];
        return values[Number(index)];
      },
      'Fn::Sub': (argument) => this.#substitute(argument),
      'Fn::If': (argument) => {
        const [name, yes, no] = argument as [string, unknown, unknown];
        return this.#resolve(this.condition(name) ? yes : no);
      },
      'Fn::Base64': (argument) => Buffer.from(String(this.#resolve(argument))).toString('base64'),
      'Fn::FindInMap': (argument) => {
        const [map, top, second] = list(argument) as [string, string, string];
        return this.#template.Mappings?.[map]?.[top]?.[second];
      },
    };
  }

  #ref(name: string): unknown {
    if (name === 'AWS::NoValue') return NO_VALUE;
    if (name in this.#pseudo) return this.#pseudo[name];
    const parameter = this.#template.Parameters?.[name];
    if (parameter) {
      if (parameter.Default === undefined)
        throw new LocalStackError(`The template's parameter ${name} has no default.`);
      return parameter.Default;
    }
    return this.#identify(name).ref;
  }

  #attribute(argument: unknown): string {
    const [logicalId, ...path] = typeof argument === 'string' ? argument.split('.') : (argument as string[]);
    const name = path.join('.');
    const value = this.#identify(logicalId!).attributes[name];
    if (value === undefined)
      throw new LocalStackError(`Local mode doesn't know the attribute ${logicalId}.${name}.`);
    return value;
  }

  #substitute(argument: unknown): string {
    const [text, variables] = (Array.isArray(argument) ? argument : [argument, {}]) as [string, Fields];
    return text.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => {
      if (name.startsWith('!')) return `\${${name.slice(1)}}`;
      if (name in variables) return String(this.#resolve(variables[name]));
      return String(name.includes('.') ? this.#attribute(name) : this.#ref(name));
    });
  }

  #holds(condition: unknown): boolean {
    const [name, argument] = Object.entries(condition as Fields)[0] ?? [];
    const all = () => argument as unknown[];
    switch (name) {
      case 'Condition':
        return this.condition(argument as string);
      case 'Fn::Equals': {
        const [left, right] = all().map((each) => this.#resolve(each));
        return String(left) === String(right);
      }
      case 'Fn::And':
        return all().every((each) => this.#holds(each));
      case 'Fn::Or':
        return all().some((each) => this.#holds(each));
      case 'Fn::Not':
        return !this.#holds(all()[0]);
      default:
        throw new LocalStackError(`The template uses the condition ${name}, which local mode can't resolve.`);
    }
  }
}
