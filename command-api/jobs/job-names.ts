/** Every job, by the name under which the queue keeps it. */
export const JOB_NAMES = [
  'bulk',
  'close_year',
  'demonstration',
  'export_everything',
  'import',
  'rebuild',
  'recalculate',
  'take_back_import',
] as const;
export type JobName = (typeof JOB_NAMES)[number];
