import type { Callers } from './callers.ts';
import type { Disturbances } from './disturbances.ts';
import type { Outages } from './outages.ts';

const SHOWN_MAX = 40;

interface HourFigures {
  readonly callers: Callers;
  readonly outages: Outages;
  readonly disturbances: Disturbances;
  /** The logs of all processes. */
  readonly output: string;
}

export function printFigures({ callers, outages, disturbances, output }: HourFigures): void {
  printCounts('disturbances', disturbances.counts);
  console.log(`longest move: ${disturbances.longestMoveMs.toFixed(0)} ms`);
  printCounts('last failure after the return of a part, in ms', outages.failedForMs);
  printCounts('logged', messagesIn(output));
  console.log(
    '| request | sent | answered | failed with what was down | longest of the others |\n|---|---|---|---|---|',
  );
  for (const [kind, { sent, answered, excused, longestMs }] of callers.figures) {
    const failed = [...excused].map(([part, count]) => `${part}: ${count}`).join(', ');
    console.log(`| ${kind} | ${sent} | ${answered} | ${failed} | ${longestMs.toFixed(0)} ms |`);
  }
  console.log('the first failures of each kind with what was down:');
  for (const [kind, text] of callers.examples) console.log(`- ${kind}: ${text}`);
  console.log(`failures that nothing excuses: ${callers.violations.length}`);
  for (const violation of callers.violations.slice(0, SHOWN_MAX)) console.log(`- ${violation}`);
}

/** How often each message was logged. */
function messagesIn(output: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of output.split('\n')) {
    const message = messageOf(line);
    if (message !== undefined) counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  return counts;
}

function messageOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { msg, err } = JSON.parse(line) as { readonly msg?: string; readonly err?: { readonly message?: string } };
    return [msg, err?.message].filter((text) => text !== undefined).join(': ');
  } catch {
    return undefined;
  }
}

function printCounts(what: string, counts: ReadonlyMap<string, number>): void {
  console.log(`${what}:`);
  for (const [name, count] of counts) console.log(`- ${name}: ${count.toFixed(0)}`);
}
