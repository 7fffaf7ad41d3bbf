/** Adds fields to a result. Getters stay getters: a component renders again only for what it has read. */
export function addFields<R>(result: object, fields: object): R {
  return Object.defineProperties(result, Object.getOwnPropertyDescriptors(fields)) as R;
}
