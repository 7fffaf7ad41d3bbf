const HANDLERS = 'webhook/';

/** The name of the function that handles what is sent to `/webhook/<file>`; no other function can have it. */
export function handlerName(file: string): string {
  return HANDLERS + file;
}

export function isHandlerName(name: string): boolean {
  return name.startsWith(HANDLERS);
}

/** The file below `webhook/`, without its ending. */
export function handlerFile(name: string): string {
  return name.slice(HANDLERS.length);
}
