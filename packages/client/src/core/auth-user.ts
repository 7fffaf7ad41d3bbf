/** A user of the project, with the field names of the wire. */
export interface AuthUser {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string | null;
  readonly avatar_url: string | null;
  readonly role: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** How the user can sign in: `password` if there is one, then the ids of providers. */
  readonly providers: readonly string[];
  readonly mfa_enabled: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_sign_in_at: string | null;
}
