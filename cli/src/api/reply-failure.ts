import { EXIT, type ExitCode } from '../outcome/exit-codes.ts';
import { Failure, systemCode } from '../outcome/failure.ts';
import { SilentError } from './silence.ts';

interface Request {
  readonly method: string;
  readonly url: string;
}

export function refusal(
  request: Request,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): Failure {
  const { error, code, details, request_id } = readBody(text);
  const known = typeof error === 'string' && typeof code === 'string';
  const facts = {
    exit: exitOf(status),
    status,
    requestId: typeof request_id === 'string' ? request_id : undefined,
    request: `${request.method} ${withoutQuery(request.url)}`,
    details,
    retry: status === 429 || (status >= 502 && status <= 504) ? retryOf(headers) : undefined,
  };
  if (known) return new Failure(error, { ...facts, code, hint: hintOf(code) });
  if (status >= 300 && status < 400) {
    return new Failure('The server answered with a redirect, which is not followed.', { ...facts, code: 'redirected' });
  }
  return new Failure(`The server answered ${status} without saying why.`, { ...facts, code: `http_${status}` });
}

export function unreachable(request: Request, error: unknown): Failure {
  const { host } = new URL(request.url);
  const code = systemCode(error);
  return new Failure(`${host} was not reached: ${reasonOf(error, code)}.`, {
    exit: EXIT.unreachable,
    code: 'unreachable',
    retry: {},
    request: `${request.method} ${withoutQuery(request.url)}`,
    hint: 'servicectl doctor',
  });
}

export function unexpectedAnswer(request: Request): Failure {
  return new Failure('The answer is not one of this service: is the address right?', {
    exit: EXIT.failed,
    code: 'strange_answer',
    request: `${request.method} ${withoutQuery(request.url)}`,
  });
}

function retryOf(headers: Headers): { readonly afterMs?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? { afterMs: seconds * 1000 } : {};
}

function exitOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.denied;
  if (status === 404) return EXIT.notFound;
  return status >= 502 && status <= 504 ? EXIT.unreachable : EXIT.failed;
}

const HINTS: Readonly<Record<string, string>> = {
  table_not_found: 'servicectl tables list',
  function_not_found: 'servicectl functions list',
  project_not_found: 'servicectl projects list',
  invalid_key: 'servicectl login',
  missing_key: 'servicectl login',
  not_empty: 'servicectl restore <file> --new <name>, or --replace',
  passphrase_required: 'servicectl restore <file> --passphrase-file <file>, or --skip-secrets',
};

function hintOf(code: string): string | undefined {
  return HINTS[code];
}

interface FailureBody {
  readonly error?: unknown;
  readonly code?: unknown;
  readonly details?: unknown;
  readonly request_id?: unknown;
}

function readBody(text: string): FailureBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it answers plain HTTP, not HTTPS: use an address with http:',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it answers plain HTTP, not HTTPS: use an address with http:',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
};

function reasonOf(error: unknown, code: string | undefined): string {
  if (error instanceof SilentError || (error as { cause?: unknown })?.cause instanceof SilentError) {
    return 'it said nothing for too long';
  }
  if (code === undefined) return 'the connection failed';
  if (REASONS[code] !== undefined) return REASONS[code];
  return /CERT|SSL|TLS|SELF_SIGNED|ISSUER/i.test(code) ? `its certificate is not trusted (${code})` : code;
}

/** Filters in the query may hold data that does not belong in a log. */
function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
