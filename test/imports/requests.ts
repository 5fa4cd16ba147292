/** Requests of an import, built from rows, and the server's problems. */
import { expect } from 'vitest';
import type { CheckedImport, ImportRequest, ImportResult, ImportRow } from '../../domain/imports/import-format.ts';
import type { Api, Sent } from '../api/api.ts';
import { resultOf as resultOfJob } from '../support/job-result.ts';

export const requestOf = (rows: readonly ImportRow[], more: Partial<ImportRequest> = {}): ImportRequest => ({
  digest: '0'.repeat(64),
  rows,
  parameters: {},
  choices: [],
  good_rows_only: false,
  ...more,
});

/** Numbers the rows as in a file whose first row has the headings. */
export const rowsOf = (cells: readonly ImportRow['cells'][]): ImportRow[] =>
  cells.map((cell, index) => ({ row: index + 2, cells: cell }));

interface Asking {
  readonly token?: string;
  readonly language?: string;
  readonly key?: string;
}

const sending = ({ token, language, key }: Asking) => ({
  ...(token === undefined ? {} : { token }),
  ...(key === undefined ? {} : { key }),
  ...(language === undefined ? {} : { headers: { 'accept-language': language } }),
});

export async function check(
  api: Api,
  format: string,
  request: ImportRequest,
  asking: Asking = {},
): Promise<CheckedImport> {
  const { status, body } = await api.send('POST', `imports/${format}?dry_run=1`, request, sending(asking));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as unknown as CheckedImport;
}

export const start = (api: Api, format: string, request: ImportRequest, asking: Asking = {}): Promise<Sent> =>
  api.send('POST', `imports/${format}`, request, sending(asking));

/** The result of the completed job. */
export const resultOf = (api: Api, jobId: string, asking: Asking = {}): Promise<ImportResult> =>
  resultOfJob(api, jobId, sending(asking));

export async function runImport(
  api: Api,
  format: string,
  request: ImportRequest,
  asking: Asking = {},
): Promise<ImportResult> {
  const started = await start(api, format, request, asking);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  return resultOf(api, String(started.body.data['job_id']), asking);
}
