/** The names of the records that changed fields refer to. */
import { type Static, Type } from 'typebox';
import type { NameOf } from '../lists/names.ts';
import { kindListedIn, kindNamedBy } from '../lists/references.ts';
import type { Change } from './changes.ts';

export const ChangeSchema = Type.Object({
  field: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  /** The name of the referenced record, when the field is a reference. */
  before_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  after_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
type NamedChange = Static<typeof ChangeSchema>;

function kindOf({ field, before, after }: Change): string | undefined {
  const name = field.split('.').at(-1) ?? '';
  return Array.isArray(before) || Array.isArray(after) ? kindListedIn(name) : kindNamedBy(name);
}

const idsIn = (value: unknown): readonly number[] => [value].flat().filter((id) => typeof id === 'number');

export function streamsIn(change: Change): string[] {
  const kind = kindOf(change);
  return kind ? [change.before, change.after].flatMap(idsIn).map((id) => `${kind}-${id}`) : [];
}

export function named(change: Change, nameOf: NameOf): NamedChange {
  const kind = kindOf(change);
  if (!kind) return change;
  const { before, after } = change;
  // For a list: the removed and the added members.
  const nameFor = (value: unknown, other: unknown) => {
    const ids = idsIn(value).filter((id) => !Array.isArray(other) || !other.includes(id));
    return ids.length === 0 ? null : ids.map((id) => nameOf(kind, id) ?? String(id)).join(' · ');
  };
  return { ...change, before_name: nameFor(before, after), after_name: nameFor(after, before) };
}
