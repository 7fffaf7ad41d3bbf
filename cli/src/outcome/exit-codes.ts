/** Exit codes of the command; scripts rely on these numbers. */
export const EXIT = {
  done: 0,
  /** Refused by the server, or failed. */
  failed: 1,
  /** Used wrongly; nothing was sent. */
  usage: 2,
  /** 401, 403, or no token. */
  denied: 3,
  notFound: 4,
  /** Not confirmed; nothing was changed. */
  unconfirmed: 5,
  /** `diff` and `types --check` found differences. */
  different: 6,
  /** Network, TLS, silence, 502 to 504. */
  unreachable: 7,
  /** What standard output was to hold could not all be written. */
  outputFailed: 9,
  interrupted: 130,
  /** The reader of standard output has gone. */
  pipeClosed: 141,
  terminated: 143,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];
