import { validationFailed } from '../../platform/errors.ts';

export type Fields = Readonly<Record<string, unknown>>;
/** Problems by field, in words for the caller. */
export type Problems = Record<string, string>;

const NAME_SHOWN_MAX = 64;

/** `read` records problems and continues. Throws `validation_failed` with all problems. */
export function readPayload<Request>(
  payload: unknown,
  known: readonly string[],
  read: (fields: Fields, problems: Problems) => Request,
): Request {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw validationFailed({ payload: `must be an object with ${known.join(', ')}` });
  const fields = payload as Fields;
  const problems: Problems = {};
  for (const name of Object.keys(fields))
    if (!known.includes(name)) problems[name.slice(0, NAME_SHOWN_MAX)] = `is not one of ${known.join(', ')}`;
  const request = read(fields, problems);
  if (Object.keys(problems).length > 0) throw validationFailed(problems);
  return request;
}

export function readText(name: string, value: unknown, problems: Problems): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') problems[name] = 'must be text';
  else if (value.includes('\0') || !value.isWellFormed()) problems[name] = 'must not contain NUL or lone surrogates';
  return String(value);
}
