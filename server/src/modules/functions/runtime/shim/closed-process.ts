/** Makes calls fail that would end everything on a channel: a function ends by returning or throwing. */
export function closeProcess(): void {
  const closed = (name: string) => () => {
    throw new Error(`process.${name} does not end a function: return or throw instead.`);
  };
  Object.assign(process, { exit: closed('exit'), abort: closed('abort'), reallyExit: closed('reallyExit') });
}
