export { challengeOf } from './metadata.ts';
export { createOauth, type Oauth, type OauthOptions } from './oauth.ts';
