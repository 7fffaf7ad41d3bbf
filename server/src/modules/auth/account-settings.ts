/** Account settings of a project, with every default filled in. */
export interface AccountSettings {
  readonly signup_enabled: boolean;
  readonly verification_required: boolean;
  readonly password_min_length: number;
  /** In their ASCII form. Empty: any. Only confirmed addresses count. */
  readonly allowed_email_domains: readonly string[];
  /** How long a session counts until it must be refreshed. */
  readonly session_minutes: number;
  /** How long after its last refresh a session can be refreshed. */
  readonly refresh_days: number;
  readonly providers: Readonly<Record<string, ProviderSettings>>;
}

/** A way to sign in, as it is stored. */
export interface ProviderSettings {
  readonly issuer?: string;
  readonly client_id: string;
  /** Sealed with the master key for this project and provider. */
  readonly client_secret: string;
}

/**
 * Whether nobody signs in before their address is confirmed: where the owner wants it, and where only addresses of certain
 * domains may, because an address that nobody has confirmed says nothing of who somebody is.
 */
export function requiresVerification(
  settings: Pick<AccountSettings, 'verification_required' | 'allowed_email_domains'>,
): boolean {
  return settings.verification_required || settings.allowed_email_domains.length > 0;
}
