/** Sorts the changes of an event into single fields and lists: `lines.3.quantity` is a cell in a table of lines. */

export interface Change {
  /** `item_units.3.sale_price` */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Name of the referenced record. */
  readonly before_name?: string | null;
  readonly after_name?: string | null;
}

export interface ChangedList {
  /** `lines` */
  readonly name: string;
  /** `quantity`, `price` … in the order in which they occur. */
  readonly fields: readonly string[];
  readonly rows: readonly { readonly key: string; readonly changes: ReadonlyMap<string, Change> }[];
}

/** A list, the key of a member, and a field in it. */
const MEMBER = /^([a-z_]+)\.([^.]+)\.(.+)$/;
/** The identifier of a member names it and says nothing. */
const KEY = /^(line_id|allocation_id|position)$/;

/** What proves the chain of a till's entries; people read the till, its cashier and the number in the sequence. */
const PROOFS: ReadonlySet<string> = new Set(['uuid', 'enrolment', 'previous', 'hash', 'drawer_uuid']);
const isTold = ({ field }: Change): boolean => !PROOFS.has(field.slice(field.lastIndexOf('.') + 1));

export function tablesIn(all: readonly Change[]): {
  readonly single: readonly Change[];
  readonly lists: readonly ChangedList[];
} {
  const changes = all.filter(isTold);
  const single = changes.filter(({ field }) => !MEMBER.test(field));
  const inLists = changes.flatMap((change) => {
    const [, name, key, field] = MEMBER.exec(change.field) ?? [];
    return name === undefined || key === undefined || field === undefined || KEY.test(field)
      ? []
      : [{ name, key, field, change }];
  });
  const lists = [...Map.groupBy(inLists, ({ name }) => name)].map(([name, members]) => ({
    name,
    fields: [...new Set(members.map(({ field }) => field))],
    rows: [...Map.groupBy(members, ({ key }) => key)].map(([key, cells]) => ({
      key,
      changes: new Map(cells.map(({ field, change }) => [field, change])),
    })),
  }));
  return { single, lists };
}
