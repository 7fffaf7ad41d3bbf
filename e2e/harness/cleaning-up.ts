/** Everything on the stack ends with the work, whatever became of it. */
export async function cleaningUp<T>(work: (cleanUp: AsyncDisposableStack) => Promise<T>): Promise<T> {
  const cleanUp = new AsyncDisposableStack();
  try {
    return await work(cleanUp);
  } finally {
    await cleanUp.disposeAsync();
  }
}
