export { createRecordReader } from './read-record.ts';
export { timeOf, timeOrNull, uuidOf } from './record-values.ts';
export type {
  ArchiveSection,
  LeftOut,
  Loading,
  NamedSecret,
  RecordSink,
  SecretKind,
  SectionLoad,
  SectionSaving,
} from './section.ts';
export { storingRecords } from './storing-records.ts';
export { jsonOf, loadSystemRows, systemRows } from './system-rows.ts';
