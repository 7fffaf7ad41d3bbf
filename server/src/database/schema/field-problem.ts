/** Worded as the end of a sentence that starts with the name of the field: "must be a number". */
export class FieldProblem extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'FieldProblem';
  }
}
