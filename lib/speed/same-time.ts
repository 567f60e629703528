/** Times that differ by this fraction are equal. The page loads it with its first plan: it stands without what chooses speeds. */
export const SAME_TIME = 1e-9;
