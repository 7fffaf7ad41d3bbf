/** Runs works of one name one after the other; those of other names are not waited for. */
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
