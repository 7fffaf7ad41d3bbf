export { type SignatureScheme, type SignedRequest, verifySignature } from './verify-signature.ts';
