import db from 'dynalite/db/index.js';

/*
 * DynamoDB returns the stored item with a failed condition when the request says
 * `ReturnValuesOnConditionCheckFailure: ALL_OLD`. dynalite 4.0.0 drops that parameter and returns no item. Its check of
 * a condition runs while the item is locked, so the item is added there: the answer holds the very item that failed
 * the condition. Requests that did not ask for it get it removed again, in `withoutOldItem`.
 */

const check = db.checkConditional;
db.checkConditional = (data, existingItem) => {
  const refusal = check(data, existingItem);
  if (refusal && existingItem) refusal.body.Item = existingItem;
  return refusal;
};

/** Whether a write asks for the stored item in case its condition fails. */
export const asksForOldItem = (input: Readonly<Record<string, unknown>>): boolean =>
  input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';

/** The text of an error response without the item of a failed condition. */
export function withoutOldItem(errorBody: string): string {
  const { Item: _, ...rest } = JSON.parse(errorBody) as Record<string, unknown>;
  return JSON.stringify(rest);
}
