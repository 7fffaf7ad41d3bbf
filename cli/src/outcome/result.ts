import type { ExitCode } from './exit-codes.ts';

/** The result of a command. With `--json` the document `{data, count}` is printed, otherwise `shown`. */
export interface Result {
  readonly data: unknown;
  readonly count?: number | undefined;
  readonly shown: PresentedResult;
  /** 0 by default. */
  readonly exit?: ExitCode;
}

type PresentedResult =
  | { readonly as: 'rows'; readonly columns: readonly string[]; readonly rows: readonly object[] }
  | { readonly as: 'fields'; readonly fields: object }
  /** Data printed unchanged: a script, a source, lines of text. */
  | { readonly as: 'text'; readonly text: string }
  /** A report for users of what was done, printed beside the data. */
  | { readonly as: 'note'; readonly text: string }
  /** The command has already printed its data. */
  | { readonly as: 'nothing' };

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
