/** SQL expressions that wait until the gate with this number is open. Only tests use these; the service has no such expression. */
export function passGate(number = 1): string {
  return `${PASSING}${number}), pg_advisory_unlock_shared(${number})`;
}

export function passesGate(text: string): boolean {
  return text.includes(PASSING);
}

const PASSING = 'pg_advisory_lock_shared(';
