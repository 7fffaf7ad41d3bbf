export function onlyInBrowser(hook: string): () => never {
  return () => {
    throw new Error(
      `${hook} works in client components only: put 'use client' at the top of the file. On the server read with @service/client/server.`,
    );
  };
}
