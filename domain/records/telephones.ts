/** The telephones of a record: the fields by which it is found as a telephone, in whatever spelling (decisions/0177). */
import { membersOf } from '../values/members.ts';
import { telephoneKey, telephoneTyped } from '../values/telephone.ts';
import type { RecordDeclaration } from './record.ts';

/** Dotted for lists. One that is unique is refused and not asked about, so it is not among them. */
export const telephoneFieldsOf = ({ list, unique }: Pick<RecordDeclaration, 'list' | 'unique'>): readonly string[] =>
  Object.entries(list.codes ?? {}).flatMap(([field, form]) =>
    form === telephoneKey && !unique.includes(field) ? [field] : [],
  );

/** The keys of the telephones in these fields, each with its place: `addresses.1.phone`. */
export function telephonesIn(data: object, fields: readonly string[]): Map<string, string> {
  const found = fields.flatMap((field) => textsAt(data, field.split('.'), ''));
  return new Map(
    found
      .toReversed()
      .flatMap(([place, typed]) => (telephoneTyped(typed) ? [[telephoneKey(typed), place] as const] : [])),
  );
}

function textsAt(value: unknown, path: readonly string[], place: string): readonly (readonly [string, string])[] {
  const below = (name: string | number) => (place === '' ? String(name) : `${place}.${name}`);
  if (Array.isArray(value)) return value.flatMap((each, index) => textsAt(each, path, below(index)));
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? [[place, value]] : [];
  return textsAt(membersOf(value)[name], rest, below(name));
}
