import type { Dialect } from '../dialect.ts';
import type { Condition } from '../filter/condition.ts';
import type { Table } from '../schema/table.ts';
import type { Statement } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { compileCondition } from './compile-condition.ts';
import { ROW } from './names.ts';

/** The first two values are ids: counts the rows after the first, and how many of them are up to the second. */
export function countTail(dialect: Dialect, { physical }: Pick<Table, 'physical'>, condition: Condition): Statement {
  const into = new Bindings(dialect);
  const [after, upTo] = [into.bind('', 'uuid'), into.bind('', 'uuid')];
  return into.statement(dialect.countTail(physical, { after, upTo, match: compileCondition(condition, into, ROW) }));
}
