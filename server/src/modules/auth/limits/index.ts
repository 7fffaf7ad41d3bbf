export {
  type AuthLimits,
  type AuthLimitsOptions,
  createAuthLimits,
  type LimitedCall,
  type MessageLimits,
} from './auth-limits.ts';
