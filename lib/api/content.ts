/** Bodies of answers that are no plain JSON values. */

/** A JSON document that is stored gzipped. */
export class GzippedJson {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** A body of another media type than JSON: a file, a page. */
export class MediaContent<Type extends string = string> {
  readonly type: Type;
  readonly body: string | Uint8Array;

  /** @param body text, or bytes that are sent as they are. */
  constructor(type: Type, body: string | Uint8Array) {
    this.type = type;
    this.body = body;
  }
}
