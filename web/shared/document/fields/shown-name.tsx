/** The displayed text of an identifier or an option. */
import { useQuery } from '@tanstack/react-query';
import { useAccountTitle } from '../../api/chart.ts';
import { useRecordName } from '../../api/lookup.ts';
import { Name } from '../../controls/name.tsx';
import { optionLabel } from '../../language/names.ts';
import type { FieldDeclaration } from '../model/declaration.ts';
import { type Fields, idOf, isUnread, type Value } from '../model/draft.ts';
import { itemQuery, unitsOf } from '../model/goods/items.ts';
import { knownName } from '../model/known-names.ts';

export function useShownName(field: FieldDeclaration, value: Value | undefined, line: Fields): string {
  const id = typeof value === 'number' ? value : null;
  const resource = field.kind === 'unit' ? 'units' : field.resource;
  const known = id === null || !resource ? undefined : knownName(resource, id);
  const item = idOf(line, 'item_fk');
  const wantsUnit = field.kind === 'unit' && id !== null && known === undefined && item !== undefined;
  const { data } = useQuery({ ...itemQuery(item ?? 0), enabled: wantsUnit });
  const unit = wantsUnit ? (unitsOf(data).find((unit) => unit.unit_fk === id)?.unit_name ?? undefined) : undefined;
  const account = useAccountTitle(field.kind === 'account' ? id : null);
  const name = useRecordName(resource ?? 'items', resource ? id : null, known ?? unit);
  if (isUnread(value)) return value.unread;
  if (field.kind === 'account') return account ?? (id === null ? '' : String(id));
  if (field.kind === 'choice') return typeof value === 'string' && value !== '' ? optionLabel(field.field, value) : '';
  return name ?? '';
}

export function ShownName({ field, value, line }: { field: FieldDeclaration; value: Value | undefined; line: Fields }) {
  return <Name of={useShownName(field, value, line)} />;
}
