/** A value that may be bound to a statement. Engines encode booleans and lists in their own way. */
export type Value = string | number | boolean | null | readonly (string | number)[];

/** SQL text made once per shape, and its bound values: nothing a caller sent ever stands in the text. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}
