export interface ListData<T> {
  readonly data: readonly T[];
  readonly count: number;
}
