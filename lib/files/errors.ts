/** A file that can't be read as what it should be; the message is a sentence that says what to change. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable';
}
