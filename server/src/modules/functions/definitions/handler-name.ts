const HANDLERS = 'webhook/';

/** The name of the function that handles requests to `/webhook/<file>`; no other function can have this name. */
export function handlerName(file: string): string {
  return HANDLERS + file;
}

export function isHandlerName(name: string): boolean {
  return name.startsWith(HANDLERS);
}

export function handlerFile(name: string): string {
  return name.slice(HANDLERS.length);
}
