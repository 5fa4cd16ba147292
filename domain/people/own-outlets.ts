/**
 * Figures of outlets in documents of the whole business, which belong to no outlet themselves: a person sees those of the
 * own outlets, wherever the document is shown.
 */
import { membersOf } from '../values/members.ts';

/** Lists whose members each have an `outlet_fk`, by kind of the document. */
const OF_OUTLETS: Readonly<Record<string, ReadonlySet<string>>> = {
  year_close: new Set(['balances', 'differences']),
};

interface InOutlets {
  hasOutlet(outlet: number): boolean;
}

/** The data of a document or event, or a part of it, without the figures of outlets that the person was not given. */
export function withOwnOutlets(kind: string, data: unknown, person: InOutlets): unknown {
  const lists = Object.hasOwn(OF_OUTLETS, kind) ? OF_OUTLETS[kind] : undefined;
  if (!lists) return data;
  const isOwn = (member: unknown): boolean => {
    const { outlet_fk: outlet } = membersOf(member);
    return typeof outlet !== 'number' || person.hasOutlet(outlet);
  };
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        lists.has(name) && Array.isArray(inner) ? inner.filter(isOwn) : visit(inner),
      ]),
    );
  };
  return visit(data);
}
