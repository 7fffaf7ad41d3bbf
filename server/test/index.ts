export type { Answer, Answers } from './answer.ts';
export { type Api, type ApiInit, createApi, type Reply, type TestUser } from './api-client.ts';
export { expectEffects, expectOutcome, expectRefusals } from './expect-effects.ts';
export { openProject, openTable } from './open-table.ts';
export { linkIn, type ReceivedMail, receivedMails } from './received-mails.ts';
export {
  type ReceivedRequest,
  type Receiver,
  startReceiver,
} from './receiver.ts';
export type { ReceiverAnswer } from './receiver-connection.ts';
export { type ServerProcess, startServerProcess } from './server-process.ts';
export {
  ADMIN_TOKEN,
  ENGINES,
  type Engine,
  startTestServer,
  type TestProject,
  type TestServer,
  type TestServerOptions,
} from './start-test-server.ts';
export { storeOf } from './store-of.ts';
export { createTestClock, type TestClock } from './test-clock.ts';
export { createVisitor, newEmail, type SignedInBody, signUp, USER_PASSWORD, type Visitor } from './visitor.ts';
export { openWatchedOrders, type WatchedOrders } from './watched-orders.ts';
