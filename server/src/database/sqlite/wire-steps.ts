import type { RowStep, Step } from '../database.ts';
import type { Statement } from '../statement.ts';
import type { WireStatement, WireStep } from './protocol.ts';

type NumberOf = (text: string) => number;
type TextOf = (statement: number) => string;

/** Steps as they cross to a thread. */
export function encodeSteps(steps: readonly Step[], numberOf: NumberOf): WireStep[] {
  return steps.map((step) => {
    if (step.kind === 'rows') return encodeRows(step, false, numberOf);
    if (step.kind === 'attempt') return encodeRows(step.step, true, numberOf);
    const { text, values } = step.statement;
    return [0, numberOf(text), values, step.atLeast ?? -1, step.atMost ?? -1, step.name ?? null];
  });
}

export function decodeSteps(steps: readonly WireStep[], textOf: TextOf): Step[] {
  return steps.map((step) => {
    if (step[0] === 1) return decodeRows(step, textOf);
    const [, statement, values, atLeast, atMost, name] = step;
    return {
      kind: 'plain',
      statement: { text: textOf(statement), values },
      ...(atLeast < 0 ? {} : { atLeast }),
      ...(atMost < 0 ? {} : { atMost }),
      ...(name === null ? {} : { name }),
    };
  });
}

function encodeRows(step: RowStep, isAttempt: boolean, numberOf: NumberOf): WireStep {
  const { id, physical, cascadesTo } = step.table;
  const encode = ({ text, values }: Statement): WireStatement => [numberOf(text), values];
  const { whenNone, bulk, look } = step;
  return [
    1,
    step.action,
    id,
    physical,
    cascadesTo,
    step.statements.flatMap(({ text, values }) => [numberOf(text), values]),
    step.newIds ?? null,
    typeof whenNone === 'string' ? whenNone : encode(whenNone),
    bulk === undefined ? null : [encode(bulk.statement), encode(bulk.probe), bulk.shownMax],
    isAttempt,
    step.existing === undefined ? null : encode(step.existing),
    look === undefined ? null : [encode(look.rows), encode(look.count)],
  ];
}

function decodeRows(step: Extract<WireStep, readonly [1, ...unknown[]]>, textOf: TextOf): Step {
  const [, action, id, physical, cascadesTo, pairs, newIds, whenNone, bulk, isAttempt, existing, look] = step;
  const decode = ([statement, values]: WireStatement): Statement => ({ text: textOf(statement), values });
  const rows: RowStep = {
    kind: 'rows',
    action,
    table: { id, physical, cascadesTo },
    statements: decodePairs(pairs, textOf),
    whenNone: typeof whenNone === 'string' ? whenNone : decode(whenNone),
    ...(newIds === null ? {} : { newIds }),
    ...(existing === null ? {} : { existing: decode(existing) }),
    ...(look === null ? {} : { look: { rows: decode(look[0]), count: decode(look[1]) } }),
    ...(bulk === null ? {} : { bulk: { statement: decode(bulk[0]), probe: decode(bulk[1]), shownMax: bulk[2] } }),
  };
  return isAttempt ? { kind: 'attempt', step: rows } : rows;
}

function decodePairs(pairs: readonly (number | WireStatement[1])[], textOf: TextOf): Statement[] {
  const statements: Statement[] = [];
  for (let index = 0; index < pairs.length; index += 2) {
    const statement = pairs[index];
    const values = pairs[index + 1];
    if (typeof statement !== 'number' || typeof values !== 'object') throw new Error('a torn message');
    statements.push({ text: textOf(statement), values });
  }
  return statements;
}
