/** Runs tasks with the same name one after another; tasks with different names run concurrently. */
export type InTurn = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

export function createInTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const running = before.then(work, work);
    last.set(name, running);
    const done = (): void => {
      if (last.get(name) === running) last.delete(name);
    };
    running.then(done, done);
    return running;
  };
}
