const BOUND_LIMIT = /\bLIMIT (\?\d*)/gi;

/** SQLite plans a statement with a bound LIMIT again at every execution, but not when the limit is an expression. */
export function plannedOnce(text: string): string {
  return text.replace(BOUND_LIMIT, 'LIMIT $1 + 0');
}
