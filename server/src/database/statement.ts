/** A value that may be bound to a statement. Each engine encodes booleans and lists in its own way. */
export type Value = string | number | boolean | null | readonly (string | number)[];

/** SQL text, compiled once per shape, and its bound values. The text never contains anything a caller sent. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}
