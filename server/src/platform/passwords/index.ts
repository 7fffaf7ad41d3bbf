export { createPasswords, type Passwords, requireFitPassword } from './passwords.ts';
