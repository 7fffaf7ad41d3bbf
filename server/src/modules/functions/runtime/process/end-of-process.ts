import { describeEnd, type ProcessEnd } from '../../../../platform/confinement/index.ts';
import type { CallOutcome, ThrownOutcome } from '../interface/runtime.ts';

/** `MALLOC:` starts the allocator's statistics, which are so long that they push out the reason. */
const OUT_OF_MEMORY = /heap out of memory|allocation failed|std::bad_alloc|Cannot allocate memory|^MALLOC:/im;

/** Reads from the end of stderr why a process ended. */
export function endOutcome(stderrTail: string): CallOutcome {
  const isOutOfMemory = OUT_OF_MEMORY.test(stderrTail);
  return { kind: isOutOfMemory ? 'out_of_memory' : 'crashed' };
}

/** Why a process ended before it got a program. It ran no code of a project, so only the machine can be the reason. */
export function startFailure(stderrTail: string, end: ProcessEnd | undefined): string {
  if (stderrTail !== '') return stderrTail;
  return end === undefined ? 'It was never started.' : `Before it got a program, ${describeEnd(end)}.`;
}

const CANCELED = /remote\.jsg\.\w+: (.+)/g;

/** Outcome of a call whose channel the runtime itself closed. */
export function canceledOutcome(stderrTail: string): ThrownOutcome {
  const said = Array.from(stderrTail.matchAll(CANCELED)).at(-1)?.[1] ?? '';
  const message = said.replace(/ Canceling the request\.$/, '');
  return { kind: 'thrown', name: 'Error', message: message || 'The function ended without an answer.', stack: '' };
}
