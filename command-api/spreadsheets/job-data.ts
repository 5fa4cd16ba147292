/** The data of an import job: the compressed request, because thousands of rows are stored in a table of the queue. */

import { gunzipSync, gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import type { ImportRequest } from '../../domain/imports/import-format.ts';
import { checked, type ReadBy } from '../../domain/schemas/checked.schema.ts';
import { OneOf } from '../../domain/schemas/fields.schema.ts';
import { LANGUAGES } from '../../domain/values/language.ts';
import { STARTED_BY } from '../jobs/started-by.ts';

export type RequestedImport = Pick<ImportRequest, 'rows' | 'parameters' | 'choices' | 'good_rows_only' | 'seen'>;

export const importJob = checked(
  'the data of the job',
  Type.Object({
    ...STARTED_BY,
    format: Type.String(),
    /** Absent in jobs from before these fields, and when the client told no name. */
    file_name: Type.Optional(Type.String()),
    file_digest: Type.Optional(Type.String()),
    /** RequestedImport as JSON, gzip, base64. */
    packed: Type.String(),
    language: OneOf(LANGUAGES),
    /** Derived from the idempotency key of the request; prefix of the import's command ids. */
    command_id: Type.String(),
  }),
);
export type ImportJob = ReadBy<typeof importJob>;

const requestedImport = checked(
  'the rows of the import',
  Type.Object({
    rows: Type.Array(Type.Object({ row: Type.Integer(), cells: Type.Record(Type.String(), Type.String()) })),
    parameters: Type.Record(Type.String(), Type.Unknown()),
    choices: Type.Array(
      Type.Object({
        resource: Type.String(),
        name: Type.String(),
        becomes: Type.Union([OneOf(['create', 'skip']), Type.Integer()]),
      }),
    ),
    good_rows_only: Type.Boolean(),
    seen: Type.Optional(Type.Array(Type.Object({ row: Type.Integer(), id: Type.Integer(), revision: Type.Integer() }))),
  }),
);

export function packed({ file_name: _, digest: __, ...requested }: ImportRequest): string {
  return gzipSync(JSON.stringify(requested)).toString('base64');
}

export const unpacked = (job: ImportJob): RequestedImport =>
  requestedImport.parse(gunzipSync(Buffer.from(job.packed, 'base64')).toString());
