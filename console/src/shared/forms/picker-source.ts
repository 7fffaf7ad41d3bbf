export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Distinguishes choices with equal labels. */
  readonly detail?: string;
  readonly thumbnail?: string;
}

export interface PickerSource {
  readonly key: readonly string[];
  find(text: string, signal: AbortSignal): Promise<readonly Choice[]>;
  labelOf(id: string, signal: AbortSignal): Promise<string | undefined>;
  upload?(file: File): Promise<string>;
}
