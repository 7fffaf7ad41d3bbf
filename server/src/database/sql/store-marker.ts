/**
 * Precedes table names, for an engine that keeps many stores in one database and puts the store's schema here. No
 * catalogue name contains braces and no value of a caller is in the text, so nothing else looks like it.
 */
export const STORE_MARKER = '"{store}"';
