/** This machine cannot start a process that works for strangers. The message says why, for operators. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
