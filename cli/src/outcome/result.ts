import type { Exit } from './exit-codes.ts';

/** The result of a command. With `--json` the document `{data, count}` is printed, else what `shown` says. */
export interface Result {
  readonly data: unknown;
  /** How many there are, where the document says so. */
  readonly count?: number | undefined;
  readonly shown: Shown;
  /** 0 when not said. */
  readonly exit?: Exit;
}

type Shown =
  | { readonly as: 'rows'; readonly columns: readonly string[]; readonly rows: readonly object[] }
  | { readonly as: 'fields'; readonly fields: object }
  /** Data as it is: a script, a source, lines of text. */
  | { readonly as: 'text'; readonly text: string }
  /** A report of what was done, for people; it goes beside the data. */
  | { readonly as: 'note'; readonly text: string }
  /** The command has printed its data itself, as it came. */
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
