/** A queue of things that belong to groups: the groups are served in turn, and each in the order of its own things. */
export class FairQueue<Group, Thing> {
  /** The group that was served least recently comes first. */
  readonly #groups = new Map<Group, Thing[]>();

  push(group: Group, thing: Thing): void {
    const own = this.#groups.get(group);
    if (own) own.push(thing);
    else this.#groups.set(group, [thing]);
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  /** The groups that wait, in the order of their turns. */
  groups(): Group[] {
    return [...this.#groups.keys()];
  }

  /** Takes the first thing of a group that waits; the group's next turn comes after those of all others. */
  shift(group: Group): Thing {
    const own = this.#groups.get(group)!;
    const first = own.shift()!;
    this.#groups.delete(group);
    if (own.length > 0) this.#groups.set(group, own);
    return first;
  }
}
