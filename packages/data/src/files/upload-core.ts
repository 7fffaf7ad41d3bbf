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

/**
 * Functions passed to the module that is loaded with the first upload: importing them there would split the package
 * into chunks.
 */
export const uploadCore = { addressOf, getConfig, readAnswer, send, ServiceError, state, unreachable, withSession };

export type UploadCore = typeof uploadCore;
