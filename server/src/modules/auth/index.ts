export { type Auth, type AuthOptions, createAuth } from './auth.ts';
