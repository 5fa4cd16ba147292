/** The import API: formats, parsing a file, a dry run, and the storing job. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  CheckedImport,
  ImportRequest,
  ImportResult,
  ReadFile,
  ShownFormat,
} from '../../../domain/imports/import-format.ts';
import { command, upload } from '../api/command.ts';
import { ApiError } from '../api/error.ts';
import { type Job, jobIn } from '../api/job.ts';
import { read } from '../api/read.ts';
import { usePreferences } from '../language/preferences.ts';

export type ShownColumn = ShownFormat['columns'][number];
export type ShownParameter = ShownFormat['parameters'][number];

/** Headings and values are in the person's language. */
export function useImportFormat(name: string) {
  const { language } = usePreferences();
  return useQuery({
    queryKey: ['imports', name, language],
    queryFn: ({ signal }) => read('imports/:name', { params: { name }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

/** `mapping` is the heading that a person chose for each column. */
export async function readImportFile(
  format: string,
  file: File,
  mapping: Readonly<Record<string, string>>,
): Promise<ReadFile> {
  const form = new FormData();
  form.append('mapping', JSON.stringify(mapping));
  form.append('file', file);
  return (await upload('imports/:name/file', form, { name: format })).data;
}

/** Checks every row and cell, and stores nothing. */
export async function checkImport(format: string, request: ImportRequest, signal: AbortSignal): Promise<CheckedImport> {
  const options = { body: request, query: { dry_run: 1 }, signal };
  const { data } = await command('imports/:name', { params: { name: format }, ...options });
  if ('job_id' in data) throw new ApiError(0, { code: 'unreadable' });
  return data;
}

export async function startImport(format: string, request: ImportRequest, key: string): Promise<Job<ImportResult>> {
  const params = { name: format };
  return jobIn((await command('imports/:name', { params, body: request, idempotencyKey: key })).data);
}
