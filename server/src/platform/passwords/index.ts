export { characterCount, createPasswords, type Passwords, requireFitPassword } from './passwords.ts';
export { tooShort, weakPassword } from './weak-password.ts';
