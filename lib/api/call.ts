/** What a client sends for an operation, and what it gets, by the operation's definition. */
import type { JsonOf, Operation, PathValuesOf, SentBodyOf, StatusOf } from './operation.ts';

/** What a call sends: the values of the path parameters, the body, the query, and headers. */
export type Call<O extends Operation> = (keyof PathValuesOf<O> extends never
  ? { readonly parameters?: undefined }
  : { readonly parameters: PathValuesOf<O> }) &
  (SentBodyOf<O> extends undefined ? { readonly body?: undefined } : { readonly body: SentBodyOf<O> }) & {
    readonly query?: Readonly<Record<string, string>> | URLSearchParams;
    readonly headers?: Readonly<Record<string, string>>;
  };

/** The JSON body of an operation's answers that have one and are no errors. */
export type AnyJsonOf<O extends Operation> = Exclude<JsonOf<O, StatusOf<O>>, undefined>;
