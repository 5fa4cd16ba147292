/** Messages between an export's thread and its parent. */

import type { UserData } from '../../../domain/people/user.record.ts';
import { isObject } from '../../../domain/values/members.ts';
import type { ExportOptions } from './export.ts';

/** Input of the thread. */
export interface ExportTask {
  readonly databaseUrl: string;
  /** The exporting user; the export covers the outlets of the session. */
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

/** Throws TypeError for a value that is not an ExportTask. */
export function taskOf(value: unknown): ExportTask {
  if (!isTask(value)) throw new TypeError('the thread of an export needs a database, a person and what is asked');
  return value;
}

const isMessage = (value: unknown): value is ExportMessage =>
  isObject(value) && (value['piece'] instanceof Uint8Array || value['done'] === true || isObject(value['error']));

/** Undefined for a value that is not a message of the export's thread. */
export const messageOf = (value: unknown): ExportMessage | undefined => (isMessage(value) ? value : undefined);
