/** The bucket that meshes are dropped into, and that holds their sources and compiled forms. */
export interface MeshFiles {
  /** The files under a prefix in the order of their keys; only those after `after`, if given. */
  list(prefix: string, after?: string): AsyncIterable<ListedFile>;
  /** Changes whenever the file does; null where there is no such file. */
  etag(key: string): Promise<string | null>;
  /** The bytes of a file as they come; null where there is no such file. */
  read(key: string): Promise<StoredFile | null>;
  /** Copies a file within the bucket. @throws where its ETag is another by now */
  copy(from: string, etag: string, to: string, type: FileType): Promise<void>;
  write(key: string, bytes: Uint8Array, type?: FileType): Promise<void>;
}

/** The bytes of a file as they come. */
export interface StoredFile extends AsyncIterable<Uint8Array> {
  readonly etag: string;
  /** Bytes of the file. */
  readonly size: number;
}

export interface ListedFile {
  readonly key: string;
  readonly etag: string;
  readonly lastModified: Date;
}

/** How a client that gets a link to the file should understand it; binary unless told. */
export interface FileType {
  readonly contentType: string;
  readonly contentEncoding?: 'gzip';
}
