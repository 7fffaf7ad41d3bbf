import type { CallOutcome, ThrownOutcome } from '../interface/runtime.ts';

/** The last are the statistics that the allocator writes when it can give nothing more, so many that the reason is lost. */
const OUT_OF_MEMORY = /heap out of memory|allocation failed|std::bad_alloc|Cannot allocate memory|^MALLOC:/im;

/** Why a process ended, from the last it said. */
export function endOutcome(stderrTail: string): CallOutcome {
  const isOutOfMemory = OUT_OF_MEMORY.test(stderrTail);
  return { kind: isOutOfMemory ? 'out_of_memory' : 'crashed' };
}

const CANCELED = /remote\.jsg\.\w+: (.+)/g;

/** Outcome of a call whose channel the runtime ended itself. */
export function canceledOutcome(stderrTail: string): ThrownOutcome {
  const said = Array.from(stderrTail.matchAll(CANCELED)).at(-1)?.[1] ?? '';
  const message = said.replace(/ Canceling the request\.$/, '');
  return { kind: 'thrown', name: 'Error', message: message || 'The function ended without an answer.', stack: '' };
}
