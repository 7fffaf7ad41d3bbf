import type { Project } from '../../../callers/index.ts';
import type { InboxContext } from '../inbox-context.ts';
import type { SpamSigns } from './judge-message.ts';

/** Short, because the visitor waits for the answer. */
const TIMEOUT_MS = 5000;
const ANSWER_BYTES_MAX = 64 * 1024;
const TOKEN_LENGTH_MAX = 8192;

/** Both providers use the same protocol: a form with `secret` and `response`, answered by `{success}`. */
const VERIFY_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const;

/** A provider that does not answer counts as `unavailable`, never as an error. */
export async function verifyCaptcha(
  { settings, captchaSecret, safeFetch }: Pick<InboxContext, 'settings' | 'captchaSecret' | 'safeFetch'>,
  project: Project,
  token: string | null,
): Promise<SpamSigns['captcha']> {
  const { captcha } = settings(project);
  if (captcha === null) return 'none';
  if (token === null || token === '' || token.length > TOKEN_LENGTH_MAX) return 'failed';
  const secret = captchaSecret(project);
  if (secret === undefined) return 'unavailable';
  try {
    const response = await safeFetch(captcha.verify_url ?? VERIFY_URLS[captcha.provider], {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret, response: token }).toString(),
      // Plain HTTP would expose the secret on the network.
      isPlainOnlyIfOpened: true,
      timeoutMs: TIMEOUT_MS,
      bodyBytesMax: ANSWER_BYTES_MAX,
    });
    return readVerdict(await response.json());
  } catch {
    return 'unavailable';
  }
}

/** A wrong secret is the owner's mistake, not the visitor's. */
function readVerdict(answer: unknown): SpamSigns['captcha'] {
  if (typeof answer !== 'object' || answer === null || !('success' in answer)) return 'unavailable';
  if (answer.success === true) return 'passed';
  const codes = 'error-codes' in answer && Array.isArray(answer['error-codes']) ? answer['error-codes'] : [];
  const isOurFault = codes.some((code) => typeof code === 'string' && /secret|sitekey|internal-error/.test(code));
  return isOurFault ? 'unavailable' : 'failed';
}
