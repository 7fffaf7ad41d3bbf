/** Expressions of SQL that are evaluated once the gate is open. No statement of the service has them: only tests hold statements up. */
export const PASS_GATE = 'pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)';
