/** Which service a command calls, and as whom. */
import type { Command } from 'commander';
import { requestSigner } from '../signing/sign-request.ts';
import { parseBaseUrl, type Target } from './api-client.ts';

export const LOCAL_SERVICE = 'http://127.0.0.1:8000';

export interface AccessOptions {
  readonly apiKey?: string;
  readonly sign?: true;
}

export const addAccessOptions = (command: Command): Command =>
  command
    .option('--api-key <key>', 'where the service asks for one (or the environment variable POLYNYA_API_KEY)')
    .option('--sign', 'sign with AWS credentials, where the service asks for IAM signatures');

/** @throws CommandFailed if it is no URL */
export const targetOf = (url: string, { apiKey, sign }: AccessOptions): Target => ({
  baseUrl: parseBaseUrl(url),
  apiKey: apiKey ?? process.env.POLYNYA_API_KEY,
  sign: sign && requestSigner(),
});
