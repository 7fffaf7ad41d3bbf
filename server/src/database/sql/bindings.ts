import type { Dialect } from '../dialect.ts';
import type { StoredType } from '../schema/table.ts';
import type { Statement, Value } from '../statement.ts';
import { columnOf } from './names.ts';

/** The values of a statement in the making. */
export class Bindings {
  readonly dialect: Dialect;
  /** How conditions name a column of a row. */
  readonly operand: (row: string, column: { readonly physical: string }) => string;
  readonly #values: Value[] = [];

  constructor(dialect: Dialect, operand = columnOf) {
    this.dialect = dialect;
    this.operand = operand;
  }

  /** Adds a value and gives the SQL that stands for it. */
  readonly bind = (value: Value, type: StoredType): string => this.dialect.value(this.#values.push(value), type);

  /** The same where all values before stand in the text already, in their order. */
  bindNext(value: Value, type: StoredType): string {
    const position = this.#values.push(value);
    return this.dialect.nextValue ?? this.dialect.value(position, type);
  }

  /** `operand` is among the values, which are bound as one. */
  bindAmong(operand: string, values: readonly (string | number | boolean)[], type: StoredType): string {
    return this.dialect.inList(operand, this.#values.push(this.dialect.listValue(values)), type);
  }

  statement(text: string): Statement {
    return { text, values: this.#values };
  }
}
