import { ServiceError } from '../../../../platform/errors.ts';

const SHOWN_MAX = 20;
const MESSAGE_CHARACTERS_MAX = 2000;

export interface SourceProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export function problemAt(file: string, message: string): SourceProblem {
  return { file, line: 1, column: 1, message };
}

export function invalidSource(problems: readonly SourceProblem[], cause?: unknown): ServiceError {
  const errors = problems.slice(0, SHOWN_MAX).map((problem) => ({
    ...problem,
    message: problem.message.slice(0, MESSAGE_CHARACTERS_MAX),
  }));
  const sentence = errors.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n');
  return new ServiceError('invalid_source', sentence, { details: { errors }, cause });
}
