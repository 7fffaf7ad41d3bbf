/** This machine cannot start a process for untrusted work. The message tells operators why. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
