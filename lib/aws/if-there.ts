import { NoSuchKey, NotFound } from '@aws-sdk/client-s3';

/**
 * A missing object is null. A function that may not list the bucket gets "access denied" instead, an error.
 */
export async function ifThere<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return null;
    throw error;
  }
}
