/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Signals that come from outside of a process: from a person, another service, or the system when the machine's memory is
 * used up. Its own limits and mistakes end it with others (abort, segmentation fault, file size).
 */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGSTOP']);

/** Whether something else than the process itself ended it. The service's own kills must be told apart before. */
export function wasEndedFromOutside({ signal }: ProcessEnd): boolean {
  return signal !== null && FROM_OUTSIDE.has(signal);
}

/** "it ended with code 1", "it was ended by SIGKILL". */
export function describeEnd({ code, signal }: ProcessEnd): string {
  return signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
}
