/** The working folder of this process, by a path that works even when its user cannot traverse the folders from the root. */
export const OWN_FOLDER = process.platform === 'linux' ? '/proc/self/cwd' : process.cwd();

// esbuild starts its own process in the folder that `process.cwd` returns.
process.cwd = () => OWN_FOLDER;
