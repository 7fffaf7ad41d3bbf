export interface SavedBytes {
  readonly bytes: number;
  readonly sha256: string;
}

export interface PlacedBytes {
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Where a backup of an installation is: named objects that exist as a whole or not at all. */
export interface Place {
  readonly shownName: string;
  requireEmpty(): Promise<void>;
  put(name: string, content: PlacedBytes): Promise<SavedBytes>;
  get(name: string): Promise<PlacedBytes | undefined>;
}

export async function collect(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}
