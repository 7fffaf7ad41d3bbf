export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Signals from a person, a service or the system without memory. A process's own limits cause other signals. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGSTOP']);

/** Whether something other than the process ended it. The caller must first rule out that the service killed it. */
export function wasEndedFromOutside({ signal }: ProcessEnd): boolean {
  return signal !== null && FROM_OUTSIDE.has(signal);
}

/** For example "it ended with code 1" or "it was ended by SIGKILL". */
export function describeEnd({ code, signal }: ProcessEnd): string {
  return signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
}
