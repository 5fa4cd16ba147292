/** What the job of an import is given: the request, packed, because thousands of rows wait in a table of the queue. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ImportRequest } from '../../domain/imports/import-format.ts';
import type { Language } from '../../languages/say.ts';
import type { StartedBy } from '../jobs/started-by.ts';

export type RequestedImport = Pick<ImportRequest, 'rows' | 'parameters' | 'choices' | 'good_rows_only'>;

export interface ImportJob extends StartedBy {
  readonly format: string;
  /** AskedImport as JSON, gzip, base64. */
  readonly packed: string;
  readonly language: Language;
  /** Of the request, made from its idempotency key: what every command of the import is named by. */
  readonly command_id: string;
}

export function packed({ rows, parameters, choices, good_rows_only }: ImportRequest): string {
  const requested: RequestedImport = { rows, parameters, choices, good_rows_only };
  return gzipSync(JSON.stringify(requested)).toString('base64');
}

export const unpacked = (job: ImportJob): RequestedImport =>
  JSON.parse(gunzipSync(Buffer.from(job.packed, 'base64')).toString()) as RequestedImport;
