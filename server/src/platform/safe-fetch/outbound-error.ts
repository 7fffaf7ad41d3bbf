export type OutboundErrorClass =
  | 'invalid_url'
  | 'blocked_address'
  | 'dns_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'timeout'
  | 'tls_error'
  | 'invalid_response'
  | 'response_too_large';

/** A failure outside the service. The message names the requested host, never an address that a name resolved to. */
export class OutboundError extends Error {
  readonly errorClass: OutboundErrorClass;

  constructor(errorClass: OutboundErrorClass, message: string, cause?: unknown) {
    super(`${errorClass}: ${message}`, cause === undefined ? undefined : { cause });
    this.name = 'OutboundError';
    this.errorClass = errorClass;
  }
}

export function blockedAddress(host: string): OutboundError {
  return new OutboundError(
    'blocked_address',
    `${host} is not at a public address. The operator can open it with SERVICE_OUTBOUND_ALLOW.`,
  );
}

const CLASSES: Readonly<Record<string, OutboundErrorClass>> = {
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  EADDRNOTAVAIL: 'connection_refused',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  EPROTO: 'tls_error',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_error',
};

export function outboundErrorOf(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  const errorClass = CLASSES[code] ?? classOfFamily(code);
  return new OutboundError(errorClass, `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`, error);
}

function classOfFamily(code: string): OutboundErrorClass {
  if (code.startsWith('HPE_')) return 'invalid_response';
  return /^(ERR_(SSL|TLS)_|CERT_|UNABLE_TO_|SELF_SIGNED_|ERR_OSSL)/.test(code) ? 'tls_error' : 'connection_reset';
}

/** When all addresses of a host fail, Node reports one error for each; the first decides. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
