import type { ObjectKind, Said } from '../facts.ts';

/** What one event tells of its object. */
export interface Reading {
  readonly said?: Partial<Said>;
  /** How far on the object is, for events of the same second. */
  readonly rank?: number;
  /** Other objects of the same payment; null where none is named. */
  readonly links?: readonly (readonly [ObjectKind, string | null])[];
  /** Seconds since 1970. */
  readonly paidAt?: number | null;
  readonly isTried?: boolean;
}
