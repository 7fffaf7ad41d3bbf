export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Signals from outside the process: from a person, another service, or the system when memory runs out. A process's own limits and errors
 * end it with other signals (abort, segmentation fault, file size).
 */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGSTOP']);

/** Whether anything but the process itself ended it. The caller must first rule out that the service killed it. */
export function wasEndedFromOutside({ signal }: ProcessEnd): boolean {
  return signal !== null && FROM_OUTSIDE.has(signal);
}

/** For example "it ended with code 1" or "it was ended by SIGKILL". */
export function describeEnd({ code, signal }: ProcessEnd): string {
  return signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
}
