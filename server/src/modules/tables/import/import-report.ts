const ERRORS_MAX = 1000;

export interface ImportError {
  readonly line: number;
  readonly code: string;
  readonly message: string;
  /** The column to blame. */
  readonly field?: string;
}

/** What has become of the rows so far. Every failure is counted, the first thousand are listed. */
export class ImportReport {
  inserted = 0;
  updated = 0;
  failed = 0;
  readonly #errors: ImportError[] = [];

  add(outcome: RowOutcome): void {
    if (outcome === 'inserted') this.inserted += 1;
    else if (outcome === 'updated') this.updated += 1;
    else this.fail(outcome);
  }

  fail(error: ImportError): void {
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

export type RowOutcome = 'inserted' | 'updated' | ImportError;
