/** Why the journal could not store an entry: key of the message. Nothing was stored then. */
import { StorageFull } from '../device/database.ts';
import { NotEnrolled } from '../device/journal.ts';
import { DayChanged } from './goods.ts';

export function problemOfWriting(problem: unknown): string {
  if (problem instanceof StorageFull) return 'selling:writing.storage_full';
  if (problem instanceof DayChanged) return 'selling:writing.day_changed';
  return problem instanceof NotEnrolled ? 'selling:writing.not_enrolled' : 'selling:writing.failed';
}
