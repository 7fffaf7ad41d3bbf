import {
  addressOf,
  getConfig,
  readAnswer,
  ServiceError,
  send,
  state,
  unreachable,
  withSession,
} from '@service/client/internal';

/** What the part that is loaded with the first upload is handed: importing it would cut the package into chunks. */
export const uploadCore = { addressOf, getConfig, readAnswer, send, ServiceError, state, unreachable, withSession };

export type UploadCore = typeof uploadCore;
