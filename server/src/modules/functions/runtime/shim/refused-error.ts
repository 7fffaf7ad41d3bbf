interface RefusedError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details?: unknown;
}

export function refusedError(json: string): Error {
  const { message, code, status, details }: RefusedError = JSON.parse(json);
  return Object.assign(new Error(message), { code, status }, details === undefined ? {} : { details });
}
