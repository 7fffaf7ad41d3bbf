// A file of its own because the package is CommonJS: a bundle knows its names only where they are imported statically.
export { dictionary } from '@zxcvbn-ts/language-common';
