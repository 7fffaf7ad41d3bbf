import type { PlainStep } from '../database.ts';
import type { Value } from '../statement.ts';

export function step(text: string, values: readonly Value[] = []): PlainStep {
  return { kind: 'plain', statement: { text, values } };
}
