/** A function whose types the project does not know, as the service writes it. */
const UNKNOWN = '{ payload: unknown; result: unknown }';

/**
 * Takes the types of own functions from their sources, which only this checkout has. `sources` are paths from the file
 * for types to each function's TypeScript file, by the function's name. Functions that the project does not have yet
 * are not added.
 */
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
