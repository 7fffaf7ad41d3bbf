/**
 * A problem with a value, worded as the end of a sentence that starts with the name of its field: "must be a number".
 */
export class FieldProblem extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'FieldProblem';
  }
}
