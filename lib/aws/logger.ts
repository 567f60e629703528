import { Logger } from '@aws-lambda-powertools/logger';

/** Writes JSON lines. A handler appends the id of its request or job, so that every line carries it. */
export const logger = new Logger();
