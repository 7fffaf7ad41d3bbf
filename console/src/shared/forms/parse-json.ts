import { ApiFailure } from '../api/api-failure.ts';
import { findJsonProblem } from './json-problem.ts';

/** Parses JSON. Throws an `ApiFailure` that is shown at the field. */
export function parseJson(field: string, text: string): unknown {
  const problem = findJsonProblem(text);
  if (problem === undefined) return JSON.parse(text);
  throw new ApiFailure(400, {
    error: `This is not JSON. ${problem}`,
    code: 'validation_failed',
    details: { fields: { [field]: `is not JSON. ${problem}` } },
  });
}
