'use client';
import { exchange, isServiceError, reported, type ServiceError, state } from '@service/client/internal';
import { useEffect, useState } from '@service/client/react';

/** The ways in which people may sign in to the project. */
export interface AuthConfig {
  readonly signup_enabled: boolean;
  readonly verification_required: boolean;
  readonly password: { readonly min_length: number };
  readonly providers: readonly string[];
  readonly mfa: { readonly totp: boolean };
  readonly passkeys: { readonly enabled: boolean };
}

export interface AuthConfigResult {
  readonly data: AuthConfig | undefined;
  readonly loading: boolean;
  readonly error: ServiceError | undefined;
}

function readAuthConfig(): Promise<AuthConfig> {
  const shared = state();
  shared.authConfig ??= reported(exchange<{ data: AuthConfig }>('/auth/config')).then(
    ({ data }) => data,
    (error) => {
      shared.authConfig = undefined;
      throw error;
    },
  );
  return shared.authConfig as Promise<AuthConfig>;
}

/**
 * The project's sign-in options: whether visitors can sign up, the minimum password length, and the providers.
 * @example
 * ```tsx
 * import { signInWith, useAuthConfig } from '@service/auth';
 * export function Providers() {
 *   const { data } = useAuthConfig();
 *   return <>{data?.providers.map((id) => <button key={id} onClick={() => void signInWith(id)}>{id}</button>)}</>;
 * }
 * ```
 */
export function useAuthConfig(): AuthConfigResult {
  const [result, setResult] = useState<AuthConfigResult>({ data: undefined, loading: true, error: undefined });
  useEffect(() => {
    let isMounted = true;
    readAuthConfig().then(
      (data) => isMounted && setResult({ data, loading: false, error: undefined }),
      (error) =>
        isMounted && setResult({ data: undefined, loading: false, error: isServiceError(error) ? error : undefined }),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return result;
}
