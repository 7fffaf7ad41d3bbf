import { type ChildProcess, fork } from 'node:child_process';

export interface Child<Message, News> {
  readonly pid: number;
  /** Sends a message and resolves with the first answer that `isLast` accepts; earlier ones go to `onNews`. */
  ask(message: Message, isLast: (news: News) => boolean, onNews?: (news: News) => void): Promise<News>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts `file`, a path relative to `bench/src`, as a process; with `detached` in a session of its own. */
export function startChild<Message extends object, News>(
  file: string,
  args: readonly string[] = [],
  { detached = false } = {},
): Child<Message, News> {
  const child = fork(new URL(file, import.meta.url), [...args], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    detached,
  });
  return {
    pid: child.pid ?? 0,
    ask: (message, isLast, onNews) => ask<News>(child, message, isLast, onNews),
    [Symbol.asyncDispose]: () => stop(child),
  };
}

function ask<News>(
  child: ChildProcess,
  message: object,
  isLast: (news: News) => boolean,
  onNews: (news: News) => void = () => undefined,
): Promise<News> {
  const { promise, resolve, reject } = Promise.withResolvers<News>();
  const hear = (news: News): void => {
    if (isLast(news)) resolve(news);
    else onNews(news);
  };
  const exited = (code: number | null): void => reject(new Error(`a process of the benchmark ended with ${code}`));
  child.on('message', hear);
  child.once('exit', exited);
  child.send(message);
  return promise.finally(() => {
    child.off('message', hear);
    child.off('exit', exited);
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
