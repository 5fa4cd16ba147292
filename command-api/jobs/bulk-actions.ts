/** The bulk actions that a resource declares. */
import { type BulkAction, bulkActionsOfDocument, bulkActionsOfRecord } from '../../domain/records/bulk.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { AggregateRegistry, AggregateType } from '../aggregates/aggregate-types.ts';

export const bulkActionsOf = (kind: AggregateType): readonly BulkAction[] =>
  kind.is === 'document' ? bulkActionsOfDocument(kind.declaration) : bulkActionsOfRecord(kind.declaration);

/** Throws not_found for a resource without such an action. */
export function bulkActionOf(
  kinds: AggregateRegistry,
  resource: string,
  name: string,
): { kind: AggregateType; action: BulkAction } {
  const kind = kinds.all.find((kind) => kind.resource === resource);
  const action = kind && bulkActionsOf(kind).find((bulkAction) => bulkAction.name === name);
  if (!kind || !action) throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
  return { kind, action };
}
