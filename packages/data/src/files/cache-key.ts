/** Takes the place of a table name in cache keys and messages; no table can have this name. */
export const FILES = '$files';
