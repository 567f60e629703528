/** A reason may quote what a file holds; it is logged, answered, and remembered by the import. */
const MAX_REASON_CHARACTERS = 500;

/** A file can't be imported as a mesh. The message names every kind of fault, not just the first. */
export class MeshRefused extends Error {
  override readonly name = 'MeshRefused';
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    const short = reasons.map((reason) =>
      reason.length > MAX_REASON_CHARACTERS ? `${reason.slice(0, MAX_REASON_CHARACTERS)}…` : reason,
    );
    super(short.join('; '));
    this.reasons = short;
  }
}

/** Faults of one kind that are described; the others are only counted. */
const EXAMPLES_PER_KIND = 3;

/** Collects the faults of a mesh by kind, so that a thousand faults of one kind don't hide one of another kind. */
export class Faults {
  readonly #kinds = new Map<string, { examples: string[]; count: number }>();

  /** `reason` is called only while an example of its kind is still wanted. */
  add(kind: string, reason: () => string): void {
    let faults = this.#kinds.get(kind);
    if (!faults) {
      faults = { examples: [], count: 0 };
      this.#kinds.set(kind, faults);
    }
    faults.count++;
    if (faults.examples.length < EXAMPLES_PER_KIND) faults.examples.push(reason());
  }

  count(kind: string): number {
    return this.#kinds.get(kind)?.count ?? 0;
  }

  /** Throws MeshRefused if there were any. */
  refuseIfAny(): void {
    const reasons: string[] = [];
    for (const [kind, { examples, count }] of this.#kinds) {
      reasons.push(...examples);
      const left = count - examples.length;
      if (left > 0) reasons.push(`${left} more: ${kind}`);
    }
    if (reasons.length > 0) throw new MeshRefused(reasons);
  }
}
