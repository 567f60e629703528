import { Logger } from '@aws-lambda-powertools/logger';

/** JSON lines; whoever handles an event adds its request or job id to every line. */
export const logger = new Logger();
