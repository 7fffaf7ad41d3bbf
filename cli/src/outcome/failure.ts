import { EXIT, type Exit } from './exit-codes.ts';

interface FailureFacts {
  readonly exit: Exit;
  /** A word for programs, as the API has them. */
  readonly code: string;
  readonly requestId?: string | undefined;
  /** Method and address of what failed. */
  readonly request?: string | undefined;
  readonly status?: number | undefined;
  readonly details?: unknown;
  /** The same read may go well when it is tried again, after this time if the server said one. */
  readonly retry?: { readonly afterMs?: number } | undefined;
  /** A command that helps. */
  readonly hint?: string | undefined;
}

/** Any end of a command other than a good one; its message is a sentence for people. */
export class Failure extends Error {
  readonly facts: FailureFacts;

  constructor(message: string, facts: FailureFacts) {
    super(message);
    this.facts = facts;
  }
}

/** The command was used wrongly: nothing was sent. */
export function wrongUse(message: string, hint?: string): Failure {
  return new Failure(message, { exit: EXIT.usage, code: 'wrong_use', hint });
}

export function failed(message: string, code = 'failed', details?: unknown): Failure {
  return new Failure(message, { exit: EXIT.failed, code, details });
}

export function unconfirmed(message: string, hint?: string): Failure {
  return new Failure(message, { exit: EXIT.unconfirmed, code: 'unconfirmed', hint });
}

/** Node's name of what went wrong with a file or a connection (`ENOENT`), looked for in the causes too. */
export function systemCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** Why standard output took no more. A reader that has seen enough (`| head`) ends the command without a word. */
export function outputFailure(error: Error): Failure {
  const code = systemCode(error);
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') {
    return new Failure('The reader of standard output has gone.', { exit: EXIT.pipeClosed, code: 'pipe_closed' });
  }
  const problem = FILE_PROBLEMS[code ?? ''] ?? `failed: ${error.message}`;
  return new Failure(`Standard output ${problem}, so that what was written there is not whole.`, {
    exit: EXIT.outputFailed,
    code: 'output_failed',
  });
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be changed by this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'is below something that is no folder',
  ENOSPC: 'does not fit: the disk is full',
  EROFS: 'is on a disk that can only be read',
  ELOOP: 'is a link',
};

/** Turns the failure of a file into a sentence; anything else passes as it is. */
export function fileFailure(path: string, error: unknown): unknown {
  const problem = FILE_PROBLEMS[systemCode(error) ?? ''];
  return problem === undefined ? error : failed(`${path} ${problem}.`, 'file_failed');
}
