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
