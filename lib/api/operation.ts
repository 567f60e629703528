/**
 * What an operation of the HTTP API is. One definition (in `vehicles.ts`, `routes.ts`, …) holds everything about
 * an operation; the gateway, the handler's types, the 405 answers, OpenAPI, the client and the tests derive from it.
 */
import type * as z from 'zod';
import type { GzippedJson, MediaContent } from './content.ts';

export interface Definition {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** True: HEAD is answered like GET, without a body. */
  readonly answersHead?: true;
  /** Path below the API's root, without a trailing slash; parameters in braces. */
  readonly path: string;
  /** Further paths that the same handler answers; they have no parameters. */
  readonly otherPaths?: readonly string[];
  readonly summary: string;
  /** True: no API key and no signature is asked for. */
  readonly public?: true;
  /** The parameters in the path. */
  readonly parameters?: Readonly<Record<string, PathParameter>>;
  /** The query string; a field may be repeated if its schema takes an array. Without it none is accepted. */
  readonly query?: z.ZodObject;
  /** The request headers that the handler reads, by lower-case name; one that is not sent is undefined. */
  readonly headers?: z.ZodObject;
  /** The body; an operation without it reads none. */
  readonly body?: Body;
  /** The answers that are no errors, by status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** What each error of this operation means, by status, beyond those of every operation (`commonErrors`). */
  readonly errors: Readonly<Record<number, string>>;
}

/** A definition with its id, which names the handler's file: `vehicles/create` is `lambdas/vehicles/create.ts`. */
export interface Operation extends Definition {
  readonly id: string;
}

/** The methods that the gateway passes to an operation. */
export const methodsOf = ({ method, answersHead }: Operation): readonly string[] =>
  answersHead ? [method, 'HEAD'] : [method];

/** The paths of an operation, as the gateway knows them. */
export const pathsOf = ({ path, otherPaths = [] }: Operation): readonly string[] => [path, ...otherPaths];

export interface PathParameter {
  /** What the parameter identifies, for messages: `There is no vehicle "x".` */
  readonly of: string;
  /** Reads the decoded text. Text that it refuses identifies nothing: the answer is 404. */
  readonly schema: z.ZodType;
  readonly example: string;
}

/** The largest body of an operation that takes routes, voyages or lists of places. */
export const MAX_VOYAGE_BYTES = 1024 * 1024;

export interface Body {
  readonly schema: z.ZodType;
  readonly example: unknown;
  /** Default: 64 KiB. */
  readonly maxBytes?: number;
  /**
   * What a client may send instead of JSON: a file, as an object that has its bytes as one field. What it is, its content
   * tells; the media types are those that may be named for it, or none.
   */
  readonly file?: { readonly types: readonly string[]; readonly field: string };
}

export interface Answer {
  readonly description: string;
  /** Of the JSON body. */
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  /** Media types other than JSON that the body may have. With neither `schema` nor `media` there is no body. */
  readonly media?: readonly string[];
  /** What each header of this answer says, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Adds ids to the definitions of one area: `vehicles` and `create` give `vehicles/create`. */
export function operationsOf<
  const Area extends string,
  const Definitions extends Readonly<Record<string, Definition>>,
>(area: Area, definitions: Definitions) {
  const entries = Object.entries(definitions);
  return Object.fromEntries(
    entries.map(([name, definition]) => [name, { id: `${area}/${name}`, ...definition }]),
  ) as {
    readonly [Name in keyof Definitions & string]: Definitions[Name] & { readonly id: `${Area}/${Name}` };
  };
}

/** The path parameters of an operation as its handler gets them, by name. */
export type ParametersOf<O extends Operation> = O extends { parameters: infer P extends object }
  ? {
      readonly [Name in keyof P]: P[Name] extends { schema: infer S extends z.ZodType } ? z.output<S> : never;
    }
  : Readonly<Record<never, never>>;

/** The valid body as the handler gets it; undefined where there is none. */
export type BodyOf<O extends Operation> = O extends { body: { schema: infer S extends z.ZodType } }
  ? z.output<S>
  : undefined;

/** The body as a client may send it. */
export type SentBodyOf<O extends Operation> = O extends { body: { schema: infer S extends z.ZodType } }
  ? z.input<S>
  : undefined;

export type QueryOf<O extends Operation> = O extends { query: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

export type HeadersOf<O extends Operation> = O extends { headers: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** The statuses of an operation's answers, errors excluded. */
export type StatusOf<O extends Operation> = keyof O['answers'] & number;

/** The JSON body of the answer with a status; undefined where it has none. */
export type JsonOf<O extends Operation, S extends StatusOf<O>> = O['answers'][S] extends {
  schema: infer T extends z.ZodType;
}
  ? z.output<T>
  : undefined;

type MediaOf<O extends Operation, S extends StatusOf<O>> = O['answers'][S] extends {
  media: readonly (infer M extends string)[];
}
  ? MediaContent<M>
  : never;

/** Everything that a handler may give as the content of the answer with a status. */
export type ContentOf<O extends Operation, S extends StatusOf<O>> =
  | (JsonOf<O, S> extends undefined ? never : JsonOf<O, S> | GzippedJson)
  | MediaOf<O, S>;

/** The headers that the answer with a status must say something about; undefined leaves one out. */
type AnswerHeaders<O extends Operation, S extends StatusOf<O>> = O['answers'][S] extends {
  headers: infer H extends object;
}
  ? [headers: { readonly [Name in keyof H]: string | undefined }]
  : [];

/** What follows the status in a call of `answer`: the content, then the headers, where the answer has them. */
export type AnswerArguments<O extends Operation, S extends StatusOf<O>> = [ContentOf<O, S>] extends [never]
  ? AnswerHeaders<O, S> extends [infer H]
    ? [content: undefined, headers: H]
    : []
  : [content: ContentOf<O, S>, ...AnswerHeaders<O, S>];

/** The path of an operation with its parameters filled in, each escaped as one segment. */
export function pathOf<O extends Operation>(operation: O, parameters: PathValuesOf<O>): string {
  const values = parameters as Readonly<Record<string, string | number>>;
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The values of the parameters in an operation's path, as a caller gives them. */
export type PathValuesOf<O extends Operation> = { readonly [Name in keyof ParametersOf<O>]: string | number };
