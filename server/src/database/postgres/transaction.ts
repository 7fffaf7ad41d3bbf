import { cascadesOf, TableChanges } from '../counts/table-changes.ts';
import type { RowStep, Step, StepResult, StoreName } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Statement } from '../statement.ts';
import { type Command, runSteps, type StatementResult } from '../writes/run-steps.ts';
import type { Connection } from './connection.ts';
import { isConnectionLoss, sqlStateOf, toFailure } from './map-failure.ts';
import type { QueryAnswer } from './query-answer.ts';
import { READ_VERSION, staleSchema } from './schema-versions.ts';
import { type StoreText, schemaOf } from './store-text.ts';
import { changeStatements } from './table-stats.ts';

/** A step needs an answer after later steps were sent: the transaction runs again, one statement at a time. */
class SentTooFarAhead extends Error {}

export type SpellText = (store: StoreName, text: string) => StoreText;

/** One transaction on its own connection. Rolled back unless it reached `commit`. */
export class Transaction {
  readonly #connection: Connection;
  readonly #store: StoreName;
  readonly #spell: SpellText;
  #maySendAhead = true;
  #changes = new TableChanges();

  constructor(connection: Connection, store: StoreName, spell: SpellText) {
    this.#connection = connection;
    this.#store = store;
    this.#spell = spell;
  }

  /** Keeps nothing when `work` throws. If an answer to a statement sent ahead matters, `work` runs again from BEGIN. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#runOnce(work);
    } catch (error) {
      if (!(error instanceof SentTooFarAhead)) throw error;
      this.#maySendAhead = false;
      return await this.#runOnce(work);
    }
  }

  /** The results of each request's steps. With `version`, fails when another catalogue version is current. */
  async runRequests(requests: readonly (readonly Step[])[], version?: number): Promise<StepResult[][]> {
    const check: Statement | undefined = version === undefined ? undefined : { text: READ_VERSION, values: [] };
    const ahead = new PipelinedRuns(this.#maySendAhead ? findRuns(requests.flat(), check) : []);
    const results: StepResult[][] = [];
    for (const steps of requests) {
      const done = await this.#drive(steps, ahead);
      this.#note(steps, done);
      results.push(done);
    }
    if (version !== undefined && check !== undefined) await this.#requireVersion(version, check, ahead);
    return results;
  }

  async ask(statement: Statement): Promise<QueryAnswer> {
    return await this.#send(statement);
  }

  /** Sends without waiting; a failure shows at the commit. */
  tell(statement: Statement): void {
    this.#send(statement).catch(() => undefined);
  }

  async #runOnce<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#connection.begin('READ WRITE', schemaOf(this.#store));
    this.#changes = new TableChanges();
    let result: Result;
    try {
      result = await work();
    } catch (error) {
      await this.#connection.rollback().catch(() => undefined);
      throw error;
    }
    await this.#commit();
    return result;
  }

  async #drive(steps: readonly Step[], ahead: PipelinedRuns): Promise<StepResult[]> {
    const run = runSteps(steps);
    let next = run.next();
    while (next.done !== true) {
      let ran: StatementResult;
      try {
        ran = await this.#perform(next.value, ahead);
      } catch (error) {
        if (error instanceof SentTooFarAhead) throw error;
        next = run.throw(toFailure(error));
        continue;
      }
      next = run.next(ran);
    }
    return next.value;
  }

  /** Does not check whether a foreign key has really deleted rows, because that would cost a round trip. */
  #note(steps: readonly Step[], results: readonly StepResult[]): void {
    this.#changes.add(steps, results);
    for (const [index, step] of steps.entries()) {
      const result = results[index];
      if (result?.kind === 'rows' && result.touched > 0) this.#changes.forget(cascadesOf(step));
    }
  }

  async #requireVersion(version: number, check: Statement, ahead: PipelinedRuns): Promise<void> {
    const { rows } = await ahead.take(check, (statement) => this.#send(statement));
    const actual = rows[0]?.['value'];
    if (actual !== version) throw staleSchema(version, actual);
  }

  #perform(command: Command, ahead: PipelinedRuns): Promise<StatementResult> | StatementResult {
    if (command.kind === 'run') return ahead.take(command.statement, (statement) => this.#send(statement));
    this.#connection.say(SAVEPOINTS[command.kind]).catch(() => undefined);
    return NOTHING;
  }

  #send({ text, values }: Statement): Promise<QueryAnswer> {
    return this.#connection.run(this.#spell(this.#store, text).text, values);
  }

  /** A failed transaction answers COMMIT with ROLLBACK and no error. If no answer arrives the outcome is unknown. */
  async #commit(): Promise<void> {
    const counted = Promise.all(changeStatements(this.#changes).map((statement) => this.#send(statement)));
    counted.catch(() => undefined);
    let answer: QueryAnswer;
    try {
      answer = await this.#connection.commit();
    } catch (error) {
      throw isUnknown(error) ? new OutcomeUnknown(error) : error;
    }
    if (answer.command !== 'COMMIT') {
      await counted;
      throw new DatabaseFailure({ kind: 'failed', message: `COMMIT was answered with ${answer.command}` });
    }
  }
}

const NOTHING: StatementResult = { rows: [], touched: 0 };
const SAVEPOINTS = {
  savepoint: 'SAVEPOINT attempt',
  release: 'RELEASE SAVEPOINT attempt',
  rollback: 'ROLLBACK TO SAVEPOINT attempt; RELEASE SAVEPOINT attempt',
};

/** Runs of statements; each run is sent as a whole when its first statement is requested. */
class PipelinedRuns {
  readonly #runs: Statement[][];
  #sent: { readonly statement: Statement; readonly answer: Promise<QueryAnswer> }[] = [];

  constructor(runs: Statement[][]) {
    this.#runs = runs;
  }

  take(statement: Statement, send: (statement: Statement) => Promise<QueryAnswer>): Promise<QueryAnswer> {
    if (this.#sent.length === 0 && this.#runs[0]?.[0] === statement) {
      this.#sent = (this.#runs.shift() ?? []).map((each) => {
        const answer = send(each);
        answer.catch(() => undefined);
        return { statement: each, answer };
      });
    }
    const first = this.#sent[0];
    if (first === undefined) return send(statement);
    if (first.statement !== statement) throw new SentTooFarAhead();
    this.#sent.shift();
    return first.answer;
  }
}

function isSentAhead({ bulk, checks, shownAfter }: RowStep): boolean {
  return bulk === undefined && checks === undefined && shownAfter === undefined;
}

/** Adjacent steps whose statements are all known beforehand. Attempts, probes and checks depend on answers. */
function findRuns(steps: readonly Step[], last: Statement | undefined): Statement[][] {
  const runs: Statement[][] = [];
  let run: Statement[] = [];
  for (const step of steps) {
    if (step.kind === 'plain') run.push(step.statement);
    else if (step.kind === 'rows' && isSentAhead(step)) {
      if (step.existing !== undefined) run.push(step.existing);
      run.push(...step.statements);
    } else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (last !== undefined) run.push(last);
  if (run.length > 0) runs.push(run);
  return runs;
}

/** A server that answered with an error has rolled back, unless it was shutting down or the error says otherwise. */
function isUnknown(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined || state === '40003' || state.startsWith('57P') || isConnectionLoss(error);
}

/** Thrown when the transaction may have been committed, so that running it again could write it twice. */
export class OutcomeUnknown extends DatabaseFailure {
  constructor(cause: unknown) {
    super({ kind: 'unavailable', message: 'the answer to COMMIT was lost: its outcome is unknown' }, cause);
  }
}
