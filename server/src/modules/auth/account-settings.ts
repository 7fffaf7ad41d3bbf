export interface AccountSettings {
  readonly signup_enabled: boolean;
  readonly verification_required: boolean;
  readonly password_min_length: number;
  /** Domains in ASCII form. An empty list allows any address; otherwise only confirmed addresses count. */
  readonly allowed_email_domains: readonly string[];
  readonly session_minutes: number;
  /** How long a session can be refreshed after its last refresh. */
  readonly refresh_days: number;
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly passkeys: PasskeySettings;
}

export interface PasskeySettings {
  readonly enabled: boolean;
  /** The host that new passkeys are bound to. Absent: that of the published app. */
  readonly rp_id?: string;
}

export interface ProviderSettings {
  readonly issuer?: string;
  readonly client_id: string;
  /** Sealed with the master key; the seal is bound to this project and provider. */
  readonly client_secret: string;
}

/** Domain restrictions imply verification: an unconfirmed address proves nothing about its user. */
export function requiresVerification(
  settings: Pick<AccountSettings, 'verification_required' | 'allowed_email_domains'>,
): boolean {
  return settings.verification_required || settings.allowed_email_domains.length > 0;
}
