/** Expressions of SQL that are evaluated once the gate of that number is open. Only tests hold statements up: the service has no such one. */
export function passGate(number = 1): string {
  return `${PASSING}${number}), pg_advisory_unlock_shared(${number})`;
}

export function passesGate(text: string): boolean {
  return text.includes(PASSING);
}

const PASSING = 'pg_advisory_lock_shared(';
