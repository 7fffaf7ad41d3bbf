export interface PlacedObject {
  readonly name: string;
  readonly bytes: number;
}

/** Where an archive is kept: objects that exist as a whole or not at all. */
export interface Place {
  /** Durable when it resolves; an object of this name is replaced. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** As `put`, with the bytes of a file. */
  putFile(name: string, path: string): Promise<void>;
  /** The caller may change the bytes, and pass them on to another thread. */
  get(name: string): Promise<Buffer | undefined>;
  /** The objects whose names start with the prefix, which ends with a slash. */
  list(prefix: string): AsyncIterable<PlacedObject>;
  /** Missing objects are no error. */
  delete(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
