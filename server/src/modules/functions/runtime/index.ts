export type {
  Bridge,
  BridgeAsk,
  BridgeReply,
  CallRequest,
  DataOp,
  FunctionCall,
  LogLine,
  StorageOp,
} from './function-call.ts';
export { ANSWER_BYTES_MAX, type CallOutcome, type CheckOutcome, type Program, type Runtime } from './runtime.ts';
