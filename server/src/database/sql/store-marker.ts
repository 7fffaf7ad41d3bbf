/**
 * Precedes the name of a table (or index, or function) in SQL text, for an engine that keeps many stores in one
 * database: the PostgreSQL dialect writes `"{store}"."orders"`, and the engine replaces the marker with the store's
 * schema. No catalogue name contains braces and callers' values are never in the text, so nothing else can look like
 * it.
 */
export const STORE_MARKER = '"{store}"';
