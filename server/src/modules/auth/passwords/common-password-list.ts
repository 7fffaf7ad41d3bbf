// A separate file because the package is CommonJS: bundlers resolve its names only in a static import.
export { dictionary } from '@zxcvbn-ts/language-common';
