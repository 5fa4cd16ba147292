/** What the thread of an export is given, and what it sends back. */
import { isObject } from '../../../domain/kernel/members.ts';
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

const isTask = (value: unknown): value is ExportTask =>
  isObject(value) &&
  typeof value['databaseUrl'] === 'string' &&
  isObject(value['person']) &&
  isObject(value['options']);

/** Throws TypeError for what no export gives its thread. */
export function taskOf(value: unknown): ExportTask {
  if (!isTask(value)) throw new TypeError('the thread of an export needs a database, a person and what is asked');
  return value;
}

const isMessage = (value: unknown): value is ExportMessage =>
  isObject(value) && (value['piece'] instanceof Uint8Array || value['done'] === true || isObject(value['error']));

/** Undefined for what the thread of an export does not send. */
export const messageOf = (value: unknown): ExportMessage | undefined => (isMessage(value) ? value : undefined);
