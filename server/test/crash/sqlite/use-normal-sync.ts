import { DatabaseSync } from 'node:sqlite';

/**
 * Loaded into a process and its threads before our code, this makes the engine believe that `synchronous` is FULL while
 * it is NORMAL: the negative control, which must lose acknowledged writes in a power cut.
 */
const { exec, prepare } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function execWithNormal(text: string): void {
  exec.call(this, text.replace('synchronous = FULL', 'synchronous = NORMAL'));
};

DatabaseSync.prototype.prepare = function prepareWithLie(text: string): ReturnType<typeof prepare> {
  return prepare.call(this, text === 'PRAGMA synchronous' ? 'SELECT 2 AS synchronous' : text);
};
