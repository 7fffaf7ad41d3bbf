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

/** Functions for the part that is loaded with the first upload: importing them would cut the package into chunks. */
export const uploadCore = { addressOf, getConfig, readAnswer, send, ServiceError, state, unreachable, withSession };

export type UploadCore = typeof uploadCore;
