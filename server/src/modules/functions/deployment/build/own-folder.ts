/** The folder of this process. Its user may not be able to reach it from the root. */
export const OWN_FOLDER = process.platform === 'linux' ? '/proc/self/cwd' : process.cwd();

// The bundler's library starts its own process where this one says that it is.
process.cwd = () => OWN_FOLDER;
