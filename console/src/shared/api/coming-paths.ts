export type ComingPaths = Record<never, never>;
