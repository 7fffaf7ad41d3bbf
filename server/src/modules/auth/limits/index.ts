export { type AuthLimits, type AuthLimitsOptions, createAuthLimits, type LimitedCall } from './auth-limits.ts';
