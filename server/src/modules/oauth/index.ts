export { challengeOf } from './metadata.ts';
export { createOauth, type Oauth } from './oauth.ts';
