import { type ErrorCode, ServiceError } from '../../platform/errors.ts';

const FIELDS_TOLD_MAX = 50;
const NAME_SHOWN_MAX = 64;
const SENTENCES_MAX = 3;

type BodyCode = Extract<ErrorCode, 'unknown_column' | 'read_only_column' | 'validation_failed'>;

/** The most telling code first: a body with several kinds of problems is answered with the first that occurs. */
const CODES: readonly BodyCode[] = ['unknown_column', 'read_only_column', 'validation_failed'];

/** Everything that is wrong with the rows of a body, told at once. */
export class BodyProblems {
  readonly #fields: Record<string, string> = Object.create(null);
  readonly #codes = new Set<BodyCode>();
  #told = 0;

  add(code: BodyCode, field: string, problem: string): void {
    if (this.isFull) return;
    this.#codes.add(code);
    this.#told += 1;
    this.#fields[field.slice(0, NAME_SHOWN_MAX)] = problem;
  }

  /** Nobody reads on: a body may hold a hundred thousand names that are no columns. */
  get isFull(): boolean {
    return this.#told === FIELDS_TOLD_MAX;
  }

  get isEmpty(): boolean {
    return this.#codes.size === 0;
  }

  toError(): ServiceError {
    const code = CODES.find((candidate) => this.#codes.has(candidate)) ?? 'validation_failed';
    const sentence = Object.entries(this.#fields)
      .slice(0, SENTENCES_MAX)
      .map(([field, problem]) => `${field} ${problem}`)
      .join('; ');
    return new ServiceError(code, `${sentence}.`, { details: { fields: this.#fields } });
  }
}
