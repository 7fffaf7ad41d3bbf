import { describeEnd, type ProcessEnd, wasEndedFromOutside } from '../../../../platform/confinement/index.ts';
import type { CallOutcome, ThrownOutcome } from '../interface/runtime.ts';

/** The last are the statistics that the allocator writes when it can give nothing more, so many that the reason is lost. */
const OUT_OF_MEMORY = /heap out of memory|allocation failed|std::bad_alloc|Cannot allocate memory|^MALLOC:/im;

/** Why a process ended, from the last it said. */
export function endOutcome(stderrTail: string): CallOutcome {
  const isOutOfMemory = OUT_OF_MEMORY.test(stderrTail);
  return { kind: isOutOfMemory ? 'out_of_memory' : 'crashed' };
}

/** Why a process never listened. */
export interface StartFailure {
  /** The code of the project is not to blame. */
  readonly isMachine: boolean;
  /** The last the process said, or why there was none. */
  readonly text: string;
}

/** As V8 writes it before it gives up on a module. */
const BOOT_ERROR = /Uncaught (\w+: [^\n]*)([\s\S]*)/;

/** Judges a process that ended before it listened. A module that cannot be loaded says so; a signal of its own is a crash of it. */
export function startFailure(stderrTail: string, end: ProcessEnd | undefined): StartFailure {
  const isSource = bootError(stderrTail) !== undefined || OUT_OF_MEMORY.test(stderrTail);
  const hasCrashed = end !== undefined && end.signal !== null && !wasEndedFromOutside(end);
  const how = end === undefined ? 'It was never started.' : `Before it listened, ${describeEnd(end)}.`;
  return { isMachine: !isSource && !hasCrashed, text: stderrTail === '' ? how : stderrTail };
}

/** The error of a module that could not be loaded, with its stack. */
export function bootError(stderrTail: string): { readonly message: string; readonly stack: string } | undefined {
  const [, message, stack = ''] = BOOT_ERROR.exec(stderrTail) ?? [];
  return message === undefined ? undefined : { message, stack: stack.trim() };
}

const CANCELED = /remote\.jsg\.\w+: (.+)/g;

/** Outcome of a call whose channel the runtime ended itself. */
export function canceledOutcome(stderrTail: string): ThrownOutcome {
  const said = Array.from(stderrTail.matchAll(CANCELED)).at(-1)?.[1] ?? '';
  const message = said.replace(/ Canceling the request\.$/, '');
  return { kind: 'thrown', name: 'Error', message: message || 'The function ended without an answer.', stack: '' };
}
