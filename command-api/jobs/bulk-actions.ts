/** The actions on many rows that a resource declares. */
import { type BulkAction, bulkActionsOfDocument, bulkActionsOfRecord } from '../../domain/kernel/bulk.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import type { Kind, Kinds } from '../handling/aggregate-types.ts';

export const bulkActionsOf = (kind: Kind): readonly BulkAction[] =>
  kind.is === 'document' ? bulkActionsOfDocument(kind.declaration) : bulkActionsOfRecord(kind.declaration);

/** Throws not_found for a resource without such an action. */
export function bulkActionOf(kinds: Kinds, resource: string, name: string): { kind: Kind; action: BulkAction } {
  const kind = kinds.all.find((each) => each.resource === resource);
  const action = kind && bulkActionsOf(kind).find((each) => each.name === name);
  if (!kind || !action) throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
  return { kind, action };
}
