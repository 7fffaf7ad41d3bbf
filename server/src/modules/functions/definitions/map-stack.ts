import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

const PREFIX = 'function:';

export interface Place {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  /** Starts at 1. */
  readonly column: number;
}

/** Maps places in a bundled module to the sources it was built from. */
export interface StackMap {
  /** The stack with each place in the function's module replaced by its place in the source. */
  map(stack: string): string;
  /** The first source location in the stack. */
  firstPlace(stack: string): Place | undefined;
}

/**
 * Stacks name the function's module `functions/<name>.js`. Names consist of word characters, dashes and slashes, so
 * they need no escaping.
 */
export function createStackMap(functionName: string, sourceMap: string): StackMap {
  const trace = new TraceMap(sourceMap);
  const places = new RegExp(`\\bfunctions/${functionName}\\.js:(\\d+):(\\d+)`, 'g');

  const find = (line: string, column: string): Place | undefined => {
    const found = originalPositionFor(trace, { line: Number(line), column: Math.max(0, Number(column) - 1) });
    if (found.source === null) return undefined;
    return { file: found.source.replace(PREFIX, ''), line: found.line, column: found.column + 1 };
  };

  return {
    map: (stack) =>
      stack.replace(places, (text, line: string, column: string) => {
        const place = find(line, column);
        return place === undefined ? text : `${place.file}:${place.line}:${place.column}`;
      }),
    firstPlace: (stack) => {
      for (const [, line = '', column = ''] of stack.matchAll(places)) {
        const place = find(line, column);
        if (place !== undefined) return place;
      }
      return undefined;
    },
  };
}
