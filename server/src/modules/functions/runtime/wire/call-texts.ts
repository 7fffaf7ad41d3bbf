/** A call as the texts of its frame: converting it from and to objects would cost more than many a function. */
export interface CallTexts {
  /** Proves to the service which run sends an HTTP request or writes a line. */
  readonly token: string;
  readonly run: string;
  readonly project: string;
  readonly function: string;
  readonly deadline: string;
  readonly user: string;
  readonly secrets: string;
  readonly payload: string;
  /** A `RequestHead` as JSON, or empty. */
  readonly request: string;
  /** A `CallCause` as JSON, or empty. */
  readonly cause: string;
}

export interface CallCause {
  readonly job?: object;
  readonly delivery?: object;
}

export interface RequestHead {
  readonly method: string;
  readonly url: string;
  /** Names and values, alternating. */
  readonly headers: readonly string[];
}

export function packCall(call: CallTexts): readonly string[] {
  const { token, run, project, function: name, deadline, user, secrets, payload, request, cause } = call;
  return [token, run, project, name, deadline, user, secrets, payload, request, cause];
}

export function unpackCall(texts: readonly string[]): CallTexts {
  const [
    token = '',
    run = '',
    project = '',
    name = '',
    deadline = '',
    user = '',
    secrets = '',
    payload = '',
    request = '',
    cause = '',
  ] = texts;
  return { token, run, project, function: name, deadline, user, secrets, payload, request, cause };
}
