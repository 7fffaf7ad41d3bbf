import { describeEnd, type ProcessEnd, wasEndedFromOutside } from '../../../../platform/confinement/index.ts';
import type { CallOutcome, ThrownOutcome } from '../interface/runtime.ts';

/** `MALLOC:` starts the allocator's statistics, which are so long that they push out the reason. */
const OUT_OF_MEMORY = /heap out of memory|allocation failed|std::bad_alloc|Cannot allocate memory|^MALLOC:/im;

/** Reads from the end of stderr why a process ended. */
export function endOutcome(stderrTail: string): CallOutcome {
  const isOutOfMemory = OUT_OF_MEMORY.test(stderrTail);
  return { kind: isOutOfMemory ? 'out_of_memory' : 'crashed' };
}

export interface StartFailure {
  readonly isMachine: boolean;
  readonly text: string;
}

/** V8's message when it fails to load a module. */
const BOOT_ERROR = /Uncaught (\w+: [^\n]*)([\s\S]*)/;

/** A module that fails to load prints an error; a signal that the process raised itself is a crash. */
export function startFailure(stderrTail: string, end: ProcessEnd | undefined): StartFailure {
  const isSource = bootError(stderrTail) !== undefined || OUT_OF_MEMORY.test(stderrTail);
  const hasCrashed = end !== undefined && end.signal !== null && !wasEndedFromOutside(end);
  const how = end === undefined ? 'It was never started.' : `Before it listened, ${describeEnd(end)}.`;
  return { isMachine: !isSource && !hasCrashed, text: stderrTail === '' ? how : stderrTail };
}

export function bootError(stderrTail: string): { readonly message: string; readonly stack: string } | undefined {
  const [, message, stack = ''] = BOOT_ERROR.exec(stderrTail) ?? [];
  return message === undefined ? undefined : { message, stack: stack.trim() };
}

const CANCELED = /remote\.jsg\.\w+: (.+)/g;

/** Outcome of a call whose channel the runtime itself closed. */
export function canceledOutcome(stderrTail: string): ThrownOutcome {
  const said = Array.from(stderrTail.matchAll(CANCELED)).at(-1)?.[1] ?? '';
  const message = said.replace(/ Canceling the request\.$/, '');
  return { kind: 'thrown', name: 'Error', message: message || 'The function ended without an answer.', stack: '' };
}
