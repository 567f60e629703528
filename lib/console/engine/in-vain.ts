/** Errors of a valid request that has no answer (lib/request/impossible.ts). */
const IN_VAIN: ReadonlySet<string> = new Set(['Impossible', 'ImpossibleOnMesh', 'ReachImpossible']);

export const isInVain = ({ name }: Error): boolean => IN_VAIN.has(name);
