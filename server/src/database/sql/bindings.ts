import type { Dialect } from '../dialect.ts';
import type { StoredType } from '../schema/table.ts';
import type { Statement, Value } from '../statement.ts';
import { columnOf } from './names.ts';

export class Bindings {
  readonly dialect: Dialect;
  readonly operand: (row: string, column: { readonly physical: string }) => string;
  readonly #values: Value[] = [];

  constructor(dialect: Dialect, operand = columnOf) {
    this.dialect = dialect;
    this.operand = operand;
  }

  readonly bind = (value: Value, type: StoredType): string => this.dialect.value(this.#values.push(value), type);

  bindNext(value: Value, type: StoredType): string {
    const position = this.#values.push(value);
    return this.dialect.nextValue ?? this.dialect.value(position, type);
  }

  /** SQL for "`operand` is in `values`"; the list is bound as one value. */
  bindAmong(operand: string, values: readonly (string | number | boolean)[], type: StoredType): string {
    return this.dialect.inList(operand, this.#values.push(this.dialect.listValue(values)), type);
  }

  statement(text: string): Statement {
    return { text, values: this.#values };
  }
}
