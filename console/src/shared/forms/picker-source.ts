/** A choice in a picker. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Distinguishes choices with equal labels. */
  readonly detail?: string;
  /** Address of a small picture. */
  readonly thumbnail?: string;
}

/** The source of a picker's choices. */
export interface PickerSource {
  /** Begins the keys of the queries. */
  readonly key: readonly string[];
  /** The choices that match the text, some of all for an empty text. */
  find(text: string, signal: AbortSignal): Promise<readonly Choice[]>;
  /** The label of one id; undefined when nothing has it. */
  labelOf(id: string, signal: AbortSignal): Promise<string | undefined>;
  /** Uploads a file and returns its id. */
  upload?(file: File): Promise<string>;
}
