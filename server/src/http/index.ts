export type { Access, IdentityProvider } from './admission/access.ts';
export { createOrigins, type Origins } from './admission/origins.ts';
export { judgeConditions, rangeApplies } from './answers/conditions-policy.ts';
export { type Failure, failureOf, ProtocolError } from './answers/failure.ts';
export { readIfMatch, requireUnchanged } from './answers/if-match.ts';
export { linkButton, pageAnswer, paragraph } from './answers/page.ts';
export { type ByteRange, chooseRange } from './answers/range-policy.ts';
export type { SendPace } from './answers/send-pace.ts';
export { statusOf } from './answers/status.ts';
export { wantsPage } from './answers/wants-page.ts';
export { createClientAddresses } from './client-address.ts';
export { FINISH_MS } from './connections.ts';
export { createHttp, type Http, type HttpOptions } from './http.ts';
export type { Counter } from './metrics.ts';
export { callerName, idempotencyOf, type Repeatable, readIdempotencyKey } from './requests/idempotency.ts';
export { listingQuery, readListing } from './requests/listing.ts';
export { type BodyPace, pacedBody } from './requests/paced-body.ts';
export { createQueryReader, takeParameter } from './requests/query-text.ts';
export { readBytes, readJson, readOptionalJson } from './requests/read-body.ts';
export { textOfForm } from './requests/text-of-form.ts';
export { createValidator } from './requests/validator.ts';
export {
  type Answer,
  anonymousWithoutKey,
  type Call,
  callerRoute,
  type MemberCall,
  memberRoute,
  type OperatorCall,
  openRoute,
  operatorRoute,
  type ProjectCall,
  type Route,
} from './route.ts';
export type { Apps } from './routing/answer-by-host.ts';
export { createAppHosts } from './routing/app-hosts.ts';
export type { AskLocally, LocalRequest } from './routing/ask-locally.ts';
export { type FindViewer, memberRouteOf, secretCaller } from './routing/member-route-of.ts';
export type { ObservedAnswer, ObservedRequest, ObserveRequest } from './routing/observe-requests.ts';
export { describe, type Json, operationOf } from './routing/openapi.ts';
export type { RequestTracer } from './routing/request-tracer.ts';
