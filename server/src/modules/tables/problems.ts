import { validationFailed } from '../../platform/errors.ts';

const PROBLEMS_MAX = 50;

export class Problems {
  readonly #fields = new Map<string, string>();

  add(field: string, problem: string): void {
    if (this.#fields.size < PROBLEMS_MAX && !this.#fields.has(field)) this.#fields.set(field, problem);
  }

  throwIfAny(): void {
    if (this.#fields.size > 0) throw validationFailed(Object.fromEntries(this.#fields));
  }
}
