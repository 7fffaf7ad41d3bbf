/**
 * Stands in SQL text before the name of a table (or index, or function) of a store where an engine keeps many stores in
 * one database: the PostgreSQL dialect writes `"{store}"."orders"`, and the engine puts the store's schema in its place.
 * Braces occur in no name of the catalogue and callers' values are never in the text, so nothing else can look like it.
 */
export const STORE_MARKER = '"{store}"';
