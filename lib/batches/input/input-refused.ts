/** The file of a batch can't be read as a whole. The message is for whoever sent it. */
export class InputRefused extends Error {
  override readonly name = 'InputRefused';
}
