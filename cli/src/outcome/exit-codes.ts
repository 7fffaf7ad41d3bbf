export const EXIT = {
  done: 0,
  failed: 1,
  /** Wrong usage; nothing was sent. */
  usage: 2,
  /** 401, 403, or no token. */
  denied: 3,
  notFound: 4,
  /** Not confirmed; nothing was changed. */
  unconfirmed: 5,
  /** `diff` and `types --check` found differences. */
  different: 6,
  /** Network or TLS failure, timeout, or status 502 to 504. */
  unreachable: 7,
  outputFailed: 9,
  interrupted: 130,
  pipeClosed: 141,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
