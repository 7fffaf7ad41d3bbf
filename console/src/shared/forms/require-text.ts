import { ApiFailure } from '../api/api-failure.ts';
import { type FormValues, textOf } from './field-spec.ts';

/** Throws `ApiFailure` when blank, because the API could not report a value that an address lacks. */
export function requireText(values: FormValues, name: string): string {
  const text = textOf(values, name).trim();
  if (text !== '') return text;
  const fields = { [name]: 'must not be empty' };
  throw new ApiFailure(400, { error: `${name} must not be empty.`, code: 'validation_failed', details: { fields } });
}
