import type { ObjectKind, StatedFacts } from '../facts.ts';

export interface Reading {
  readonly said?: Partial<StatedFacts>;
  readonly rank?: number;
  /** Other objects of the same payment; the id is null when the object names none. */
  readonly links?: readonly (readonly [ObjectKind, string | null])[];
  readonly paidAt?: number | null;
  readonly isTried?: boolean;
}
