import { ApiFailure } from '../api/api-failure.ts';

/** Parses JSON. Throws an `ApiFailure` that is shown at the field. */
export function parseJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ApiFailure(400, {
      error: 'This is no JSON.',
      code: 'validation_failed',
      details: { fields: { [field]: `is no JSON: ${message}` } },
    });
  }
}
