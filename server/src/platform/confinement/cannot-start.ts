export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
