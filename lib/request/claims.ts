/**
 * Claims decide under which id something is made, before it is stored: whoever asks for the same at the same time, or again because its
 * maker died, goes on with the id that was claimed.
 */
export interface Claim {
  /** Of what is made. */
  readonly id: string;
  /** Digest of the request's body, for repetitions with another one; null where the key tells all. */
  readonly fingerprint: string | null;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** Where claims are kept. Each method is one atomic step; reads see every write that ended before them. */
export interface Claims {
  /** The claim that holds at a time. */
  find(key: string, now: Date): Promise<Claim | null>;
  /** Makes a claim unless there is one that has not expired; answers the one that holds. */
  claim(key: string, claim: Claim, now: Date): Promise<Claim>;
  /** Replaces the claim of an id; false if that one does not hold it any more. */
  takeOver(key: string, claim: Claim, fromId: string): Promise<boolean>;
}
