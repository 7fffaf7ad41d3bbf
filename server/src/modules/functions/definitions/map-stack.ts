import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

const PREFIX = 'function:';

export interface Place {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  readonly column: number;
}

export interface StackMap {
  map(stack: string): string;
  firstPlace(stack: string): Place | undefined;
}

/** Stacks name the module `functions/<name>.js`, which needs no escaping in a pattern. */
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
