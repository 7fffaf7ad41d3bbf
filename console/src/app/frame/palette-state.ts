export type FrameDialog = 'palette' | 'shortcuts' | undefined;

let current: FrameDialog;
const listeners = new Set<() => void>();

export function openFrameDialog(next: FrameDialog): void {
  current = next;
  for (const listener of listeners) listener();
}

export const openPalette = (): void => openFrameDialog('palette');

export const frameDialog = {
  get: (): FrameDialog => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The results that are shown, and how to choose one of them. */
export interface PaletteChoices {
  readonly count: number;
  /** Whether the project's own things have been searched; what comes later may be first. */
  readonly isComplete: boolean;
  choose(at: number): void;
}
