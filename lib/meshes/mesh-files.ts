/** The bucket to which meshes are uploaded, and which keeps their sources and compiled forms. */
export interface MeshFiles {
  /** The files under a prefix, in the order of their keys; if `after` is given, only those after it. */
  list(prefix: string, after?: string): AsyncIterable<ListedFile>;
  /** A tag that changes whenever the file does; null if there is no such file. */
  etag(key: string): Promise<string | null>;
  /** The stored bytes of a file; null if there is no such file. */
  read(key: string): Promise<StoredFile | null>;
  /** Copies a file within the bucket. @throws if its ETag is no longer the given one */
  copy(from: string, etag: string, to: string, type: FileType): Promise<void>;
  write(key: string, bytes: Uint8Array, type?: FileType): Promise<void>;
  /** Replaces the file with the given ETag, or where that is null, makes it. False if it is another one by now. */
  replace(key: string, bytes: Uint8Array, etag: string | null): Promise<boolean>;
}

/** The stored bytes of a file, in chunks. */
export interface StoredFile extends AsyncIterable<Uint8Array> {
  readonly etag: string;
  /** Size of the file, bytes. */
  readonly size: number;
}

export interface ListedFile {
  readonly key: string;
  readonly etag: string;
  readonly lastModified: Date;
}

/** How a client that receives a link to the file should interpret it; binary by default. */
export interface FileType {
  readonly contentType: string;
  readonly contentEncoding?: 'br' | 'gzip';
}
