import type { RowProblem } from '../../tables/index.ts';

const ERRORS_MAX = 1000;

export class ImportReport {
  inserted = 0;
  updated = 0;
  failed = 0;
  readonly #errors: RowProblem[] = [];

  add(outcome: RowOutcome): void {
    if (outcome === 'inserted') this.inserted += 1;
    else if (outcome === 'updated') this.updated += 1;
    else this.fail(outcome);
  }

  fail(error: RowProblem): void {
    this.failed += 1;
    if (this.#errors.length < ERRORS_MAX) this.#errors.push(error);
  }

  get rows(): number {
    return this.inserted + this.updated + this.failed;
  }

  present(isDryRun: boolean): object {
    const { rows, inserted, updated, failed } = this;
    return { rows, inserted, updated, failed, errors: this.#errors, dry_run: isDryRun };
  }
}

export type RowOutcome = 'inserted' | 'updated' | RowProblem;
