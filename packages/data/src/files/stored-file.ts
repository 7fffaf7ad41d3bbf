export type Visibility = 'public' | 'authenticated' | 'owner' | 'linked' | 'private';

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mime_type: string;
  readonly visibility: Visibility;
  readonly url: string;
  readonly checksum_sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly owner_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Takes the place of a table name in cache keys and messages; no table can have this name. */
export const FILES = '$files';
