export class RowTooLong extends Error {
  constructor(id: string, column: string) {
    super(`The value of ${column} in ${id} is too long for an archive.`);
    this.name = 'RowTooLong';
  }
}
