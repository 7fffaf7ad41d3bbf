// The shapes that the HTTP API answers and accepts, once for all packages; wire.test.ts compares them with its description.

export interface AuthUser {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string | null;
  readonly avatar_url: string | null;
  readonly role: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The ways in which the user can sign in: `password` if one is set, then the ids of providers. */
  readonly providers: readonly string[];
  readonly mfa_enabled: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_sign_in_at: string | null;
}

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

export interface Message {
  /** 1 to 5000 characters. */
  readonly body: string;
  readonly from_name?: string;
  /** Ignored for signed-in senders: the account's address is used. */
  readonly from_email?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Delivery {
  readonly delivered: boolean;
  readonly id?: string;
  /** Why the message was not delivered: `channel_disabled` while the inbox is switched off. */
  readonly reason?: string;
}
