export { createUserSection, type UserSectionOptions } from './archive/user-section.ts';
export { type Auth, type AuthOptions, createAuth } from './auth.ts';
