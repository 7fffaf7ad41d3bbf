import { type ErrorCode, ServiceError } from '../../platform/errors.ts';

const FIELDS_TOLD_MAX = 50;
const NAME_SHOWN_MAX = 64;
const SENTENCES_MAX = 3;

type BodyCode = Extract<ErrorCode, 'unknown_column' | 'read_only_column' | 'validation_failed'>;

/** In order of precedence: the answer has the first of these codes that occurs in the body. */
const CODES: readonly BodyCode[] = ['unknown_column', 'read_only_column', 'validation_failed'];

export class BodyProblems {
  readonly #problems: { readonly code: BodyCode; readonly field: string; readonly problem: string }[] = [];

  add(code: BodyCode, field: string, problem: string): void {
    if (!this.isFull) this.#problems.push({ code, field: field.slice(0, NAME_SHOWN_MAX), problem });
  }

  get isFull(): boolean {
    return this.#problems.length === FIELDS_TOLD_MAX;
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }

  toError(): ServiceError {
    const code = CODES.find((candidate) => this.#problems.some((one) => one.code === candidate)) ?? 'validation_failed';
    const fields: Record<string, string> = Object.create(null);
    for (const { field, problem } of this.#problems) fields[field] = problem;
    const sentence = Object.entries(fields)
      .slice(0, SENTENCES_MAX)
      .map(([field, problem]) => `${field} ${problem}`)
      .join('; ');
    return new ServiceError(code, `${sentence}.`, { details: { fields } });
  }
}
