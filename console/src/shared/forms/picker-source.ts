export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Distinguishes choices with equal labels. */
  readonly detail?: string;
  readonly thumbnail?: string;
}

export interface PickerSource {
  /** Begins the keys of the queries. */
  readonly key: readonly string[];
  /** The choices that match the text, some of all for an empty text. */
  find(text: string, signal: AbortSignal): Promise<readonly Choice[]>;
  /** The label of one id; undefined when nothing has it. */
  labelOf(id: string, signal: AbortSignal): Promise<string | undefined>;
  upload?(file: File): Promise<string>;
}
