import type { RowStep, Step, StepResult } from '../database.ts';

/** The steps without known rows, which need not cross to a thread and back. */
export function withoutKnown(steps: readonly Step[]): readonly Step[] {
  if (!steps.some(knownOf)) return steps;
  return steps.map((step) => {
    if (step.kind === 'plain') return step;
    return step.kind === 'attempt'
      ? { ...step, step: { ...step.step, knownRows: undefined } }
      : { ...step, knownRows: undefined };
  });
}

export function showKnown(steps: readonly Step[], results: readonly StepResult[]): readonly StepResult[] {
  if (!steps.some(knownOf)) return results;
  return results.map((result, index) => {
    const rows = knownOf(steps[index]);
    return rows === undefined || result.kind !== 'rows' ? result : { ...result, rows };
  });
}

function knownOf(step: Step | undefined): RowStep['knownRows'] {
  if (step === undefined || step.kind === 'plain') return undefined;
  return step.kind === 'attempt' ? step.step.knownRows : step.knownRows;
}
