/** The import API: formats, parsing a file, a dry run, and the storing job. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  CheckedImport,
  ImportRequest,
  ImportResult,
  ReadFile,
  ShownFormat,
} from '../../../domain/imports/import-format.ts';
import { get, post } from '../api/client.ts';
import type { Job } from '../api/job.ts';
import { usePreferences } from '../language/preferences.ts';

export type ShownColumn = ShownFormat['columns'][number];
export type ShownParameter = ShownFormat['parameters'][number];

/** Headings and values are in the person's language. */
export function useImportFormat(name: string) {
  const { language } = usePreferences();
  return useQuery({
    queryKey: ['imports', name, language],
    queryFn: async ({ signal }) => (await get<ShownFormat>(`imports/${name}`, { signal })).data,
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
  return (await post<ReadFile>(`imports/${format}/file`, form)).data;
}

/** Checks every row and cell, and stores nothing. */
export async function checkImport(format: string, request: ImportRequest, signal: AbortSignal): Promise<CheckedImport> {
  return (await post<CheckedImport>(`imports/${format}`, request, { query: { dry_run: 1 }, signal })).data;
}

export async function startImport(format: string, request: ImportRequest, key: string): Promise<Job<ImportResult>> {
  return (await post<Job<ImportResult>>(`imports/${format}`, request, { idempotencyKey: key })).data;
}
