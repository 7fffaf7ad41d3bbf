export interface ListingOrder<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

export interface Listing<Field extends string = string> {
  readonly limit: number;
  readonly offset: number;
  /** Ends with the tie-breaker, so that pages never overlap. */
  readonly order: readonly ListingOrder<Field>[];
}
