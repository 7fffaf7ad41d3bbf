export type ChangeEvent = 'insert' | 'update' | 'delete';

/** The values in which payloads differ, in payload order. */
export interface PayloadValues {
  readonly webhookId: string;
  readonly timestamp: string;
  /** The row as JSON. */
  readonly before: string;
  readonly after: string;
}

/** Fixed text and values alternate, in the documented order. Triggers join them in SQL; test sends join them here. */
export function payloadPieces(
  event: ChangeEvent,
  table: string,
): readonly (string | { readonly value: keyof PayloadValues })[] {
  const data = {
    insert: ['{"record":', { value: 'after' }, '}'],
    update: ['{"record":', { value: 'after' }, ',"old_record":', { value: 'before' }, '}'],
    delete: ['{"record":null,"old_record":', { value: 'before' }, '}'],
  } as const;
  return [
    '{"webhook_id":"',
    { value: 'webhookId' },
    `","event":"${event}","table":${JSON.stringify(table)},"timestamp":"`,
    { value: 'timestamp' },
    '","data":',
    ...data[event],
    '}',
  ];
}

export function insertBody(insert: {
  readonly webhookId: string;
  readonly table: string;
  readonly timestamp: string;
  readonly record: object;
}): string {
  const values = { ...insert, before: '', after: JSON.stringify(insert.record) };
  const pieces = payloadPieces('insert', insert.table);
  return pieces.map((piece) => (typeof piece === 'string' ? piece : values[piece.value])).join('');
}
