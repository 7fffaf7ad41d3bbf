export { createRuntime, type RuntimeOptions } from './create-runtime.ts';
export type {
  Bridge,
  BridgeAsk,
  BridgeReply,
  CallRequest,
  DeliveryOfRun,
  FunctionCall,
  JobOfRun,
  LogLine,
  Refusal,
  StorageOp,
} from './interface/function-call.ts';
export type { CallOutcome, CheckOutcome, Program, Runtime, ThrownOutcome } from './interface/runtime.ts';
export type { LoadLimits } from './project/check-program.ts';
