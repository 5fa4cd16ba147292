/** Where what blocks a command is found in the read models. `$1` is the stream of the command, which does not block itself. */

export interface BlockerRow {
  readonly kind: string;
  readonly id: number;
  readonly number: string | null;
  readonly date: string | null;
  readonly outlet_fk: number | null;
  readonly inventory_fk: number | null;
}

/** More are not counted. */
const ROWS_MAX = 1_000;

const DOCUMENT = 'd.kind, d.id, d.number, d.date::text as date, d.outlet_fk, d.inventory_fk';
const OTHER = `d.kind || '-' || d.id <> $1`;
const BOOKED = `d.status not in ('draft', 'discarded', 'reversed')`;
const NEWEST = `order by d.date desc nulls last, d.id desc limit ${ROWS_MAX}`;

/** The fields are many, so each kind of document is read once for all of its own. */
const NAMING = `from unnest($2::text[], $3::text[]) n (kind, path) join read.document d on d.kind = n.kind
  where jsonb_path_exists(d.data, n.path::jsonpath, jsonb_build_object('id', $4::int)) and ${OTHER}`;

export const BLOCKER_SQL = {
  /** $2 item, $3 inventory, $4 day: what took of the goods on that day or later. */
  goods: `select ${DOCUMENT} from read.document d where ${OTHER} and (d.kind, d.id) in (
      select s.document_kind, s.document_id from read.stock_line s
      where s.item_fk = $2 and s.inventory_fk = $3 and s.effective_date >= $4::date
      group by s.document_kind, s.document_id having sum(s.quantity) < 0) ${NEWEST}`,
  /** $2 party, $3 stream: documents of the party that settle the document. */
  allocated: `select ${DOCUMENT} from read.document d where d.party = $2 and ${BOOKED} and ${OTHER}
    and jsonb_path_exists(d.data, '$.**.document ? (@ == $of)', jsonb_build_object('of', $3::text)) ${NEWEST}`,
  /** $2 kinds, $3 paths in their data, $4 id. */
  naming: `select distinct ${DOCUMENT} ${NAMING} and ${BOOKED} limit ${ROWS_MAX}`,
  everNaming: `select distinct ${DOCUMENT} ${NAMING} limit ${ROWS_MAX}`,
  recordsNaming: `select distinct r.kind, r.id, r.name as number, null::text as date, r.outlet_fk, r.inventory_fk
    from unnest($2::text[], $3::text[]) n (kind, path) join read.record r on r.kind = n.kind
    where jsonb_path_exists(r.data, n.path::jsonpath, jsonb_build_object('id', $4::int))
      and r.kind || '-' || r.id <> $1 limit ${ROWS_MAX}`,
  /** $2 a day: the close of its year. */
  closes: `select ${DOCUMENT} from read.document d where d.kind = 'year_close' and d.status in ('closing', 'closed') and ${OTHER}
    and (d.data ->> 'start_date')::date <= $2::date and d.date >= $2::date`,
  /** $2 kind, $3 id. */
  document: `select ${DOCUMENT} from read.document d where d.kind = $2 and d.id = $3::int and ${OTHER}`,
} as const;
