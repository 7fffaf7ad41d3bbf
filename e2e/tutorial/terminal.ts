import { spawn } from 'node:child_process';

const DONE = '@@done@@';

/** A shell in which a reader runs commands one block after the other. */
export interface Terminal extends AsyncDisposable {
  /** Runs commands until they end, and resolves with what they printed. Throws when one of them fails. */
  run(commands: string): Promise<string>;
  /** Starts commands that run until the terminal is closed. */
  start(commands: string): void;
  /** Everything printed so far. */
  output(): string;
}

export function openTerminal(cwd: string, env: NodeJS.ProcessEnv): Terminal {
  // A group of its own, so that closing the terminal ends what runs in it.
  const child = spawn('bash', ['-e'], { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let text = '';
  let wake = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      wake();
    });
  }
  let isOver = false;
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => {
      isOver = true;
      wake();
      resolve();
    });
  });
  const until = async (from: number): Promise<string> => {
    for (;;) {
      const at = text.indexOf(DONE, from);
      if (at !== -1) return text.slice(from, at);
      if (isOver) throw new Error(`A command failed:\n${text.slice(from)}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  child.stdin.write('exec 2>&1\n');
  // Commands do not read the terminal, which holds the commands that follow.
  const send = (commands: string) => child.stdin.write(`{\n${commands}\n} < /dev/null\n`);
  return {
    async run(commands) {
      const from = text.length;
      send(`${commands}\necho ${DONE}`);
      return await until(from);
    },
    start: (commands) => void send(commands),
    output: () => text,
    async [Symbol.asyncDispose]() {
      if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      child.stdin.end();
      await closed;
    },
  };
}
