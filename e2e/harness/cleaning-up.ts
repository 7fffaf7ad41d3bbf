/** Runs the work, then disposes of the stack, also after a failure. */
export async function cleaningUp<T>(work: (cleanUp: AsyncDisposableStack) => Promise<T>): Promise<T> {
  const cleanUp = new AsyncDisposableStack();
  try {
    return await work(cleanUp);
  } finally {
    await cleanUp.disposeAsync();
  }
}
