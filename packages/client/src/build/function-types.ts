const UNKNOWN = '{ payload: unknown; result: unknown }';

/** Takes the types of the app's functions from `sources`: paths from the file for types, by the function's name. */
export function linkFunctionTypes(types: string, sources: ReadonlyMap<string, string>): string {
  let linked = types;
  for (const [name, source] of sources) {
    const module = JSON.stringify(source.replace(/\.ts$/, '.js'));
    const key = JSON.stringify(name);
    const known = `import('@service/client').FunctionTypes<typeof import(${module})>`;
    linked = linked.replace(`${key}: ${UNKNOWN};`, () => `${key}: ${known};`);
  }
  return linked;
}
