const COMPATIBILITY_DATE = '2026-11-01';
/** No other flags: with most of them V8 does not accept the runtime's compiled scripts (decision 0010). */
const V8_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=2'];

export interface ConfigPlaces {
  readonly shim: string;
  /** Socket paths: calls arrive at `inPath`, and everything goes out to the service through `outPath`. */
  readonly inPath: string;
  readonly outPath: string;
}

/**
 * The same for all projects: the runtime requests the functions' modules from the service when they are first imported.
 * Modules of functions cannot import the bindings, which belong to the shim.
 */
export function configText({ shim, inPath, outPath }: ConfigPlaces): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = [${V8_FLAGS.map(quoted).join(', ')}],
  services = [
    (name = "functions", worker = (
      modules = [(name = "service-shim", esModule = ${quoted(shim)})],
      moduleFallback = ${quoted(`unix:${outPath}`)},
      compatibilityDate = "${COMPATIBILITY_DATE}",
      compatibilityFlags = ["disallow_importable_env"],
      bindings = [(name = "bridge", service = "bridge"), (name = "out", service = "out")],
      globalOutbound = (name = "functions", entrypoint = "egress"))),
    (name = "out", external = (address = ${quoted(`unix:${outPath}`)}, http = (style = proxy))),
    (name = "bridge", external = (address = ${quoted(`unix:${outPath}`)}, http = (style = host)))
  ],
  sockets = [(name = "in", address = ${quoted(`unix:${inPath}`)}, http = (), service = (name = "functions", entrypoint = "shim"))]
);
`;
}

/** Quotes for Cap'n Proto text: byte escapes have two digits, and half a surrogate pair cannot be written. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    /\\u00([0-9a-f]{2})/g,
    (whole, digits: string, at: number, all: string) => (isEscaped(all, at) ? whole : `\\x${digits}`),
  );
}

/** Whether the backslash at this place is itself the second of a pair. */
function isEscaped(text: string, at: number): boolean {
  let count = 0;
  while (text[at - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}
