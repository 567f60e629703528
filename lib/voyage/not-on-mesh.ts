/** What is asked has no answer on this mesh: a place has no sea near it, say. The next mesh of the list may have one. */
export class NotOnMesh extends Error {
  override readonly name: string = 'NotOnMesh';
  readonly kind = 'unprocessable';
}
