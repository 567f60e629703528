/**
 * What a valid request can turn out to ask in vain, said for whoever sent it: the job is then a FAILURE with this message,
 * and a command ends with exit code 2. The names are what the workflow knows them by (lib/jobs/recovery.ts).
 */

/** Not on this mesh: the next mesh of the list is tried. */
export class ImpossibleOnMesh extends Error {
  override readonly name = 'ImpossibleOnMesh';
}

/** Not on any mesh: no other is tried. */
export class Impossible extends Error {
  override readonly name = 'Impossible';
}
