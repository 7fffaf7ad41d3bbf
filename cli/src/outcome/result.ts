import type { ExitCode } from './exit-codes.ts';

/** The result of a command. With `--json` the document `{data, count}` is printed, otherwise `shown`. */
export interface Result {
  readonly data: unknown;
  readonly count?: number | undefined;
  readonly shown: PresentedResult;
  readonly exit?: ExitCode;
}

type PresentedResult =
  | ShownRows
  | { readonly as: 'fields'; readonly fields: object }
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'note'; readonly text: string }
  | { readonly as: 'nothing' };

export interface ShownRows {
  readonly as: 'rows';
  readonly columns: readonly string[];
  readonly rows: readonly object[];
  /** A note that tells people why the list is empty. */
  readonly none?: string;
}

interface Page {
  readonly data: readonly object[];
  readonly count?: number | undefined;
}

export function listResult({ data, count }: Page, columns: readonly string[]): Result {
  return { data, count: count ?? data.length, shown: { as: 'rows', columns, rows: data } };
}

export function recordResult(data: object, fields: object = data): Result {
  return { data, count: 1, shown: { as: 'fields', fields } };
}

export function noteResult(data: unknown, text: string, count: number | undefined = 1): Result {
  return { data, count, shown: { as: 'note', text } };
}

export function textResult(data: unknown, text: string): Result {
  return { data, count: 1, shown: { as: 'text', text } };
}
