/**
 * Codes of goods and telephone numbers that several records have, because earlier versions accepted two spellings of one
 * (docs/decisions/0104, 0119). They stay with their records until a person takes them from all but one.
 */
import { telephoneKey, telephoneTyped } from '../../domain/values/telephone.ts';

interface Doubled {
  /** The key: a GTIN without its leading zeros, a number with its country. */
  readonly key: string;
  /** Streams, the one that holds the key first: `item-7`. */
  readonly records: readonly string[];
}

type AskRows = (sql: string) => Promise<readonly Doubled[]>;

const SHOWN_MAX = 20;

const doubled = (set: 'item.item_units.barcodes' | 'online_customer.mobile'): string =>
  `select b.key, array[t.owner] || array_agg(b.owner order by split_part(b.owner, '-', 2)::int) as records
  from claim.taken_beside b join claim.taken t on t."set" = b."set" and t.key = b.key
  where b."set" = '${set}'
  group by b.key, t.owner order by b.key`;

export const severalWithOneCode = (askRows: AskRows): Promise<readonly Doubled[]> =>
  askRows(doubled('item.item_units.barcodes'));

export const describeCodes = async (askRows: AskRows, line: string): Promise<string> =>
  told(await severalWithOneCode(askRows), line, 'each is of one item', 'of several items');

export const describeNumbers = async (askRows: AskRows, line: string): Promise<string> =>
  told(await askRows(doubled('online_customer.mobile')), line, 'each is of one customer', 'of several customers');

/** Customers, suppliers, and staff, with one number: families and firms share them, so it is only said. */
export async function describeSharedNumbers(askRows: AskRows, line: string): Promise<string> {
  const built = await askRows(
    `select 'read' as key, '{}'::text[] as records where to_regclass('read.record') is not null`,
  );
  if (built.length === 0) return 'unknown before the read models are built';
  const parties = await askRows(`select k.key, array_agg(r.kind || '-' || r.id order by r.id) as records
    from read.record r
    cross join string_to_table(r.search, chr(10)) with ordinality k (key, n)
    where r.kind in ('customer', 'supplier') and r.active and k.n > 1 and k.key ~ '^[+]\\d{7,15}$'
    group by r.kind, k.key having count(*) > 1 order by k.key, r.kind`);
  const shared = [...parties, ...(await sharedByStaff(askRows))];
  if (shared.length === 0) return 'no two customers, suppliers or members of the staff share one';
  return [
    `${shared.length} shared by customers, suppliers or staff: the same person, if they were entered twice`,
    ...listed(shared),
  ].join(line);
}

/** Their telephones are personal and outside of the log, so no read model has their keys. */
async function sharedByStaff(askRows: AskRows): Promise<readonly Doubled[]> {
  const rows = await askRows(`select p.data ->> 'phone' as key, array['user-' || p.user_id] as records
    from identity.personal_data p join read.record r on r.kind = 'user' and r.id = p.user_id and r.active
    where p.data ->> 'phone' is not null order by p.user_id`);
  const telephones = rows.filter(({ key }) => telephoneTyped(key) !== undefined);
  return [...Map.groupBy(telephones, ({ key }) => telephoneKey(key))].flatMap(([key, same]) =>
    same.length > 1 ? [{ key, records: same.flatMap(({ records }) => records) }] : [],
  );
}

const listed = (all: readonly Doubled[]): readonly string[] => [
  ...all.slice(0, SHOWN_MAX).map(({ key, records }) => `${key}: ${records.join(', ')}`),
  ...(all.length > SHOWN_MAX ? ['…'] : []),
];

function told(all: readonly Doubled[], line: string, isRight: string, isWrong: string): string {
  if (all.length === 0) return isRight;
  return [`${all.length} ${isWrong}, from an earlier version: take each from all but one`, ...listed(all)].join(line);
}
