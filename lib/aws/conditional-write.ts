import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** The answer to a conditional write, or null where its condition did not hold. */
export async function ifConditionHolds<T>(write: Promise<T>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}
