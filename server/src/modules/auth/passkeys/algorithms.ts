/** ES256, RS256 and Ed25519 by their numbers in COSE. */
export const ALGORITHMS = [-7, -257, -8];
