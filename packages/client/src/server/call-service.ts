import { getConfig } from '../core/config.ts';
import { ServiceError } from '../core/service-error.ts';

export interface ServiceCall extends RequestInit {
  readonly timeoutMs?: number;
  /** Replaces `SERVICE_URL`. */
  readonly url?: string | undefined;
  readonly cookies: string;
  readonly forwarded: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 30_000;

export async function callService(
  path: string,
  { url, cookies, forwarded, timeoutMs = TIMEOUT_MS, signal, ...init }: ServiceCall,
): Promise<{ readonly response: Response; readonly text: string }> {
  const { url: configured, projectId, publicKey } = getConfig();
  // Middleware of Next before 16 runs where modules of Node cannot be imported.
  const base = url ?? (configured || globalThis.process?.env['SERVICE_URL']);
  if (!base) throw new ServiceError('Set SERVICE_URL on the server.', { code: 'config_missing' });
  const headers = new Headers({ ...forwarded, ...Object.fromEntries(new Headers(init.headers)) });
  headers.set('authorization', `Bearer ${publicKey}`);
  if (cookies !== '') headers.set('cookie', cookies);
  if (typeof init.body === 'string' && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const address = `${base.replace(/\/+$/, '')}/api/baas/${projectId}${path}`;
    const response = await fetch(address, {
      // A framework that caches answers would show one visitor's data to another.
      cache: 'no-store',
      ...init,
      headers,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    return { response, text: await response.text() };
  } catch (cause) {
    const code = deadline.aborted ? 'timeout' : signal?.aborted ? 'aborted' : 'network_error';
    throw new ServiceError('The service cannot be reached.', { code, retryable: code !== 'aborted', cause });
  }
}
