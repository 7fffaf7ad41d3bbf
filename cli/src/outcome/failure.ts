import { EXIT, type ExitCode } from './exit-codes.ts';

interface FailureFacts {
  readonly exit: ExitCode;
  readonly code: string;
  readonly requestId?: string | undefined;
  readonly request?: string | undefined;
  readonly status?: number | undefined;
  readonly details?: unknown;
  /** Set when a retry of the same read may succeed; `afterMs` is the wait that the server asked for. */
  readonly retry?: { readonly afterMs?: number } | undefined;
  readonly hint?: string | undefined;
}

export class Failure extends Error {
  readonly facts: FailureFacts;

  constructor(message: string, facts: FailureFacts) {
    super(message);
    this.facts = facts;
  }
}

export function wrongUse(message: string, hint?: string): Failure {
  return new Failure(message, { exit: EXIT.usage, code: 'wrong_use', hint });
}

export function failed(message: string, code = 'failed', details?: unknown): Failure {
  return new Failure(message, { exit: EXIT.failed, code, details });
}

export function unconfirmed(message: string, hint?: string): Failure {
  return new Failure(message, { exit: EXIT.unconfirmed, code: 'unconfirmed', hint });
}

/** Node's error code for a file or connection (`ENOENT`), also found in nested causes. */
export function systemCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** Why writing to standard output failed. A reader that stops early (`| head`) ends the command without a message. */
export function outputFailure(error: Error): Failure {
  const code = systemCode(error);
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') {
    return new Failure('The reader of standard output has gone.', { exit: EXIT.pipeClosed, code: 'pipe_closed' });
  }
  const problem = FILE_PROBLEMS[code ?? ''] ?? `failed: ${error.message}`;
  return new Failure(`Standard output ${problem}. What was written there is incomplete.`, {
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
  ENXIO: 'is not a file that can be read',
  ENOSPC: 'does not fit: the disk is full',
  EROFS: 'is on a disk that can only be read',
  ELOOP: 'is a link',
};

export function fileFailure(path: string, error: unknown, exit: ExitCode = EXIT.failed): unknown {
  const problem = FILE_PROBLEMS[systemCode(error) ?? ''];
  return problem === undefined ? error : new Failure(`${path} ${problem}.`, { exit, code: 'file_failed' });
}

/** For a file that the user named as input, and that cannot be read before anything is sent. */
export function inputFailure(path: string, error: unknown): unknown {
  return fileFailure(path, error, EXIT.usage);
}
