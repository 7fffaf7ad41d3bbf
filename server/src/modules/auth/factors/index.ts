export { answerChallenge } from './answer-challenge.ts';
export { confirmTotp } from './confirm-totp.ts';
export { enrollTotp } from './enroll-totp.ts';
export { totpContext, withFactors } from './factor-context.ts';
export { createFactorsStore, type FactorsStore, NO_FACTOR } from './factors-store.ts';
export { removeTotp } from './remove-totp.ts';
export { factorRoutes } from './routes.ts';
export { startChallenge } from './start-challenge.ts';
export { isTotpSecret } from './totp.ts';
