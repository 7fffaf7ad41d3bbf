export type FieldProblems = Readonly<Record<string, string>>;

interface FailureBody {
  readonly error?: unknown;
  readonly code?: unknown;
  readonly request_id?: unknown;
  readonly details?: unknown;
}

export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: FailureBody) {
    super(typeof body.error === 'string' ? body.error : 'The service gave an answer that cannot be read.');
    this.name = 'ApiFailure';
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : 'unknown';
    this.requestId = typeof body.request_id === 'string' ? body.request_id : undefined;
    this.details = isRecord(body.details) ? body.details : {};
  }

  get fields(): FieldProblems {
    const { fields } = this.details;
    if (!isRecord(fields)) return {};
    return Object.fromEntries(Object.entries(fields).map(([name, problem]) => [name, String(problem)]));
  }
}

/** Status 0 means that the service could not be reached. */
export function connectionFailure(): ApiFailure {
  return new ApiFailure(0, { error: 'The service does not answer. Check the connection.', code: 'no_connection' });
}

export function failureOf(thrown: unknown): ApiFailure {
  if (thrown instanceof ApiFailure) return thrown;
  return new ApiFailure(0, { error: thrown instanceof Error ? thrown.message : String(thrown), code: 'unexpected' });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
