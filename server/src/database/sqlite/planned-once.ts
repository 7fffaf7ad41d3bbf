const BOUND_LIMIT = /\bLIMIT (\?\d*)/gi;

/**
 * SQLite's planner uses a value that is bound as a LIMIT, and therefore plans the statement again at every execution,
 * which costs more than many a list itself. It does not evaluate an expression.
 */
export function plannedOnce(text: string): string {
  return text.replace(BOUND_LIMIT, 'LIMIT $1 + 0');
}
