import db, { type Refusal } from 'dynalite/db/index.js';

/*
 * When a condition fails, DynamoDB returns the stored item if the request has
 * `ReturnValuesOnConditionCheckFailure: ALL_OLD`. dynalite 4.0.0 ignores that parameter and returns no item.
 * It checks a condition while the item is locked, so the item is added there: the answer contains exactly the
 * item that failed the condition. `withoutOldItem` removes it again for requests that did not ask for it.
 */

const check = db.checkConditional;
db.checkConditional = (data, existingItem) => {
  const refusal = check(data, existingItem);
  if (refusal && existingItem) refusal.body.Item = existingItem;
  return refusal;
};

/** Whether a write asks for the stored item if its condition fails. */
export const asksForOldItem = (input: Readonly<Record<string, unknown>>): boolean =>
  input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';

/** The body of a refusal, without the item of a failed condition. */
export function withoutOldItem({ Item: _, ...body }: Refusal['body']): object {
  return body;
}
