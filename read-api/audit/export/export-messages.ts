/** What the thread of an export is given, and what it sends back. */
import type { UserData } from '../../../domain/people/user.record.ts';
import type { ExportOptions } from './export.ts';

/** What the thread is given. */
export interface ExportTask {
  readonly databaseUrl: string;
  /** As whom it reads: the outlets of the user are those that the session reaches. */
  readonly person: { readonly user_id: number; readonly user: UserData };
  readonly options: ExportOptions;
}

export type ExportMessage =
  | { readonly piece: Uint8Array }
  | { readonly done: true }
  | { readonly error: { readonly message: string; readonly code?: string } };
