/** The import on the server: what may be imported, reading a file, a dry run, and the job that stores it. */
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

/** Headings and words are those of the person's language. */
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

export async function readImportFile(format: string, file: File): Promise<ReadFile> {
  const form = new FormData();
  form.append('file', file);
  return (await post<ReadFile>(`imports/${format}/file`, form)).data;
}

/** Every row and cell is checked and nothing stored. */
export async function checkImport(format: string, request: ImportRequest, signal: AbortSignal): Promise<CheckedImport> {
  return (await post<CheckedImport>(`imports/${format}`, request, { query: { dry_run: 1 }, signal })).data;
}

export async function startImport(format: string, request: ImportRequest, key: string): Promise<Job<ImportResult>> {
  return (await post<Job<ImportResult>>(`imports/${format}`, request, { idempotencyKey: key })).data;
}
