/** Why a vessel waits on its way, as an answer tells it. */
export const WAIT_REASON = {
  closed: 'The cell ahead is closed until then',
  'no way': 'The current ahead is too strong until then',
  cheaper: 'The route consumes less then',
} as const;
