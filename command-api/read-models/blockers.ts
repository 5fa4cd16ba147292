/**
 * Queries for what blocks a command. The first value is the stream of the command, which does not block itself.
 * Results may lag behind the log; the refusal does not depend on them.
 */
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import type { LaggingQuery } from './named-query.ts';

export interface BlockerRow {
  readonly kind: string;
  readonly id: number;
  readonly number: string | null;
  readonly date: string | null;
  readonly outlet_fk: number | null;
  readonly inventory_fk: number | null;
}

/** Maximum number of counted rows. */
const ROWS_MAX = 1_000;

const DOCUMENT = 'd.kind, d.id, d.number, d.date::text as date, d.outlet_fk, d.inventory_fk';
const OTHER = `d.kind || '-' || d.id <> $1`;
const BOOKED = `d.status not in ('draft', 'discarded', 'reversed')`;
const NEWEST = `order by d.date desc nulls last, d.id desc limit ${ROWS_MAX}`;

/** There are many fields, so each kind of document is read once for all of its fields. */
const NAMING = `from unnest($2::text[], $3::text[]) n (kind, path) join read.document d on d.kind = n.kind
  where jsonb_path_exists(d.data, n.path::jsonpath, jsonb_build_object('id', $4::int)) and ${OTHER}`;

type BlockerQuery<Values extends readonly unknown[]> = LaggingQuery<[own: string, ...Values], BlockerRow>;
type Naming = [kinds: readonly string[], paths: readonly string[], id: number];

const query = <Values extends readonly unknown[]>(name: string, sql: string): BlockerQuery<Values> => ({
  name,
  staleness: 'whatever is there',
  sql,
});

export const TOOK_GOODS = query<[item: number, inventory: number, day: unknown]>(
  'documents that took of goods on a day or later',
  `select ${DOCUMENT} from read.document d where ${OTHER} and (d.kind, d.id) in (
      select s.document_kind, s.document_id from read.stock_line s
      where s.item_fk = $2 and s.inventory_fk = $3 and s.effective_date >= $4::date
      group by s.document_kind, s.document_id having sum(s.quantity) < 0) ${NEWEST}`,
);

export const ALLOCATED = query<[party: string | undefined, stream: string | undefined]>(
  'documents of a party that settle a document',
  // The supplier of a remittance is named by its payment.
  `select ${DOCUMENT} from read.document d
    where (d.party = $2 or (d.kind = 'remittance' and 'supplier-' || (d.data -> 'payment' ->> 'supplier_fk') = $2))
    and ${BOOKED} and ${OTHER}
    and jsonb_path_exists(d.data, '$.**.document ? (@ == $of)', jsonb_build_object('of', $3::text)) ${NEWEST}`,
);

export const REPAID = query<[party: string | undefined, day: unknown]>(
  'documents of a day or later by which a person of the staff repaid a debt',
  `select ${DOCUMENT} from read.document d where ${OTHER} and (d.kind, d.id) in (
      select j.document_kind, j.document_id from read.journal_line j
      where j.account = ${SYSTEM_ACCOUNTS['staff-receivable'].code} and j.party = $2 and j.effective_date >= $3::date
      group by j.document_kind, j.document_id having sum(j.base) < 0) ${NEWEST}`,
);

export const NAMING_BOOKED = query<Naming>(
  'documents in the books that name a record or document',
  `select distinct ${DOCUMENT} ${NAMING} and ${BOOKED} limit ${ROWS_MAX}`,
);

export const EVER_NAMING = query<Naming>(
  'documents that name a record or document',
  `select distinct ${DOCUMENT} ${NAMING} limit ${ROWS_MAX}`,
);

export const RECORDS_NAMING = query<Naming>(
  'records that name a record',
  `select distinct r.kind, r.id, r.name as number, null::text as date, r.outlet_fk, r.inventory_fk
    from unnest($2::text[], $3::text[]) n (kind, path) join read.record r on r.kind = n.kind
    where jsonb_path_exists(r.data, n.path::jsonpath, jsonb_build_object('id', $4::int))
      and r.kind || '-' || r.id <> $1 limit ${ROWS_MAX}`,
);

export const CLOSE_OF_DAY = query<[day: string | undefined]>(
  'close of the year that a day is in',
  `select ${DOCUMENT} from read.document d where d.kind = 'year_close' and d.status in ('closing', 'closed') and ${OTHER}
    and (d.data ->> 'start_date')::date <= $2::date and d.date >= $2::date`,
);

export const DOCUMENT_ITSELF = query<[kind: string, id: unknown]>(
  'a document',
  `select ${DOCUMENT} from read.document d where d.kind = $2 and d.id = $3::int and ${OTHER}`,
);
