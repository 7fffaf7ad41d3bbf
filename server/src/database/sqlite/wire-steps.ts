import type { PlainStep, RowStep, Step } from '../database.ts';
import type { RaceStatement } from '../sql/reads/race-paths.ts';

type StepOf<Text> = PlainStepOf<Text> | RowStepOf<Text> | { readonly kind: 'attempt'; readonly step: RowStepOf<Text> };

interface PlainStepOf<Text> extends Omit<PlainStep, 'statement' | 'afterWrite'> {
  readonly statement: RaceStatement<Text>;
}

type StatementsOfRowStep = 'statements' | 'checks' | 'shownAfter' | 'bulk' | 'preImage' | 'existing' | 'onNoMatch';

interface RowStepOf<Text> extends Omit<RowStep, StatementsOfRowStep> {
  readonly statements: readonly RaceStatement<Text>[];
  readonly checks?: readonly { readonly statement: RaceStatement<Text>; readonly row: number }[] | undefined;
  readonly shownAfter?: RaceStatement<Text> | undefined;
  readonly bulk?: {
    readonly statement: RaceStatement<Text>;
    readonly probe: RaceStatement<Text>;
    readonly shownMax: number;
  };
  readonly preImage?: { readonly rows: RaceStatement<Text>; readonly count: RaceStatement<Text> };
  readonly existing?: RaceStatement<Text>;
  readonly onNoMatch: 'nothing' | 'duplicate' | RaceStatement<Text>;
}

export type WireStep = StepOf<number>;

export function encodeSteps(steps: readonly Step[], numberOf: (text: string) => number): WireStep[] {
  return steps.map((step) => withTexts(step, numberOf));
}

export function decodeSteps(steps: readonly WireStep[], textOf: (statement: number) => string): Step[] {
  return steps.map((step) => withTexts(step, textOf));
}

function withTexts<From, To>(step: StepOf<From>, convert: (text: From) => To): StepOf<To> {
  if (step.kind === 'rows') return rowsWithTexts(step, convert);
  if (step.kind === 'attempt') return { kind: 'attempt', step: rowsWithTexts(step.step, convert) };
  const { statement, atLeast, atMost, name } = step;
  return {
    kind: 'plain',
    statement: { text: convert(statement.text), values: statement.values },
    ...(atLeast !== undefined && { atLeast }),
    ...(atMost !== undefined && { atMost }),
    ...(name !== undefined && { name }),
  };
}

function rowsWithTexts<From, To>(step: RowStepOf<From>, convert: (text: From) => To): RowStepOf<To> {
  const converted = ({ text, values }: RaceStatement<From>): RaceStatement<To> => ({ text: convert(text), values });
  const {
    action,
    table,
    statements,
    checks,
    shownAfter,
    knownRows,
    isRetried,
    firstId,
    onNoMatch,
    newIds,
    existing,
    preImage,
    bulk,
  } = step;
  return {
    kind: 'rows',
    action,
    table: { id: table.id, physical: table.physical, cascadesTo: table.cascadesTo },
    statements: statements.map(converted),
    onNoMatch: typeof onNoMatch === 'string' ? onNoMatch : converted(onNoMatch),
    ...(checks !== undefined && {
      checks: checks.map(({ statement, row }) => ({ statement: converted(statement), row })),
    }),
    ...(shownAfter !== undefined && { shownAfter: converted(shownAfter) }),
    ...(knownRows !== undefined && { knownRows }),
    ...(isRetried !== undefined && { isRetried }),
    ...(firstId !== undefined && { firstId }),
    ...(newIds !== undefined && { newIds }),
    ...(existing !== undefined && { existing: converted(existing) }),
    ...(preImage !== undefined && { preImage: { rows: converted(preImage.rows), count: converted(preImage.count) } }),
    ...(bulk !== undefined && {
      bulk: { statement: converted(bulk.statement), probe: converted(bulk.probe), shownMax: bulk.shownMax },
    }),
  };
}
