export { readFilters } from './list-rows.ts';
export { readOrder } from './read-columns.ts';
export { type ListInput, readNumber, requireLimit, requireOffset } from './read-list-parameters.ts';
export { readPlace } from './read-place.ts';
export { createRows, type Rows } from './rows.ts';

export { createRowsRoom, rowsUsage } from './rows-room.ts';

export { readSearch } from './search-parameters.ts';
