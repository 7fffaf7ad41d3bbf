import type { Answer, ProjectCall } from '../../http/index.ts';
import { requiresVerification } from './account-settings.ts';
import type { AuthContext } from './auth-context.ts';

export function showConfig(context: AuthContext, { project }: ProjectCall): Answer {
  const settings = context.settings(project);
  const data = {
    signup_enabled: settings.signup_enabled,
    verification_required: requiresVerification(settings),
    password: { min_length: settings.password_min_length },
    providers: Object.keys(settings.providers),
    mfa: { totp: true },
    passkeys: { enabled: settings.passkeys.enabled },
  };
  return { status: 200, body: { data, count: 1 } };
}
