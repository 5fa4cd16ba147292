/**
 * Compares claims with the read models. Runs only when every model is at the head of the log and no command is
 * between its claims and its events.
 */
import type pg from 'pg';
import { KINDS_NUMBERED_BY_TILLS, KINDS_NUMBERED_ON_ANY_DAY } from '../../domain/registry/document-numbers.ts';
import { records } from '../../domain/registry/records.ts';
import { DRAWER_CLAIMS, SEQUENCE_CLAIMS } from '../../domain/till/device-mark.ts';
import type { Answer } from '../rebuild/invariants.ts';
import { ask, type Invariant } from './ask.ts';

/** Unique fields of records with a single value: `brand.brand_name`. */
const UNIQUE_FIELDS = records.flatMap(({ kind, unique }) =>
  unique.filter((field) => !field.includes('.')).map((field) => `('${kind}', '${field}')`),
);

/** Some claims use the table of records with kinds of their own. */
const KINDS = `array['${records.map(({ kind }) => kind).join("','")}']`;

const BY_TILLS = `array['${KINDS_NUMBERED_BY_TILLS.join("','")}']`;
const ON_ANY_DAY = `array['${KINDS_NUMBERED_ON_ANY_DAY.join("','")}']`;

/** Entry numbers of tills are claimed by the hash of the entry, and drawers by documents: records claim neither. */
const OF_TILLS = `array['${SEQUENCE_CLAIMS}', '${DRAWER_CLAIMS}']`;

const AGREEMENTS: readonly Invariant[] = [
  {
    name: 'what customers are claimed to owe is their balance',
    sql: `select format('%s: %s claimed, %s in the books', coalesce(c.key, p.key), c.total, p.base) as finding
      from (select key, total from claim.level where key like 'debit:%') c
      full join (
        select 'debit:' || party as key, sum(debit - credit) as base from {s}.party_day
        where account = 1210 and party like 'customer-%' group by 1
      ) p on p.key = c.key
      where coalesce(c.total, 0) <> coalesce(p.base, 0)`,
  },
  {
    name: 'what staff are claimed to owe is their balance',
    sql: `select format('%s: %s claimed, %s in the books', coalesce(c.key, p.key), c.total, p.base) as finding
      from (select key, total from claim.level where key like 'staff:%') c
      full join (
        select 'staff:' || party as key, sum(debit - credit) as base from {s}.party_day where account = 1240 group by 1
      ) p on p.key = c.key
      where coalesce(c.total, 0) <> coalesce(p.base, 0)`,
  },
  {
    name: 'what is claimed to be open on documents is open on them',
    sql: `select format('%s: %s claimed, %s open', coalesce(c.key, o.key), c.total, o.amount) as finding
      from (select key, total from claim.level where key like 'open:%') c
      full join (
        select format('open:%s:%s:%s:%s', party, currency_fk, date, document) as key, sum(amount) as amount from {s}.open_item group by party, currency_fk, date, document
      ) o on o.key = c.key
      where coalesce(c.total, 0) <> coalesce(o.amount, 0)`,
  },
  {
    name: 'what stands on a document is claimed of one that is there, and never below nothing',
    sql: `select format('%s: %s claimed', c.key, c.total) as finding
      from claim.level c
      left join {s}.document d on format('link:%s-%s', d.kind, d.id) = c.key
      where c.key like 'link:%' and (c.total < 0 or (c.total > 0 and d.id is null and not exists (
        select from {s}.event e where e.type = 'event.set_aside' and 'link:' || (e.data ->> 'stream') = c.key
      )))`,
  },
  {
    name: 'records that are claimed to be there are there, and no others',
    sql: `select format('%s: claimed %s, is %s', coalesce(c.record, r.record), c.active, r.active) as finding
      from (select * from claim.record where substring(record from '^(.*)-\\d+$') = any (${KINDS})) c
      full join (select kind || '-' || id as record, active from {s}.record) r on r.record = c.record
      where c.active is distinct from r.active`,
  },
  {
    name: 'unique names belong to records that are there',
    sql: `select format('%s %s belongs to %s, which is not there', t."set", t.key, t.owner) as finding
      from claim.taken t
      where split_part(t."set", '.', 1) = any (${KINDS}) and t."set" <> all (${OF_TILLS})
        and not exists (select from {s}.record r where r.kind || '-' || r.id = t.owner and r.active)`,
  },
  {
    name: 'every record holds its unique names',
    sql: `select format('%s-%s holds no %s', r.kind, r.id, u.field) as finding
      from (values ${UNIQUE_FIELDS.join(', ')}) u (kind, field)
      join {s}.record r on r.kind = u.kind and r.active and trim(coalesce(r.data ->> u.field, '')) <> ''
      where not exists (select from claim.taken t where t."set" = u.kind || '.' || u.field and t.owner = r.kind || '-' || r.id)`,
  },
  {
    name: 'open and closed periods are those of the financial years',
    sql: `select format('%s to %s is of no financial year', from_day, to_day) as finding from claim.period p
      where not exists (
        select from {s}.record r where r.kind = 'financial_year' and r.active
          and coalesce(r.data ->> 'first_day', r.data ->> 'start_date')::date = p.from_day and (r.data ->> 'end_date')::date = p.to_day
      )`,
  },
  {
    name: 'document numbers were given one after the other, each to one document',
    sql: `with given as (
        select split_part(series, ':', 1) as kind, sum(last) as numbers from claim.series group by 1
      ), free as (select split_part(series, ':', 1) as kind, count(*) as numbers from claim.freed group by 1),
      documents as (
        select kind, id, number, date, outlet_fk from {s}.document
        where number is not null and not (kind = any (${BY_TILLS}) and data ? 'device')
          -- Documents of the program before have their own numbers.
          and not (kind = 'opening_item' and number is not distinct from data ->> 'reference_number')
      ),
      numbered as (
        -- In a financial year of two calendar years, earlier versions gave numbers twice (docs/decisions/0098): there
        -- each counts once. Otherwise every document counts.
        select d.kind, d.id, case when p.from_day is null then d.id::text
          else format('%s of %s in %s', ltrim(substring(d.number from '\\d+$'), '0'), d.outlet_fk, p.from_day) end as number
        from documents d left join claim.period p
          on d.date between p.from_day and p.to_day and extract(year from p.from_day) <> extract(year from p.to_day)
        union all
        -- The number was given, although the event that has it is set aside.
        select s.kind, s.id, s.id::text
        from (
          select substring(data ->> 'stream' from '^(.*)-\\d+$') as kind, substring(data ->> 'stream' from '\\d+$')::int as id
          from {s}.event where type = 'event.set_aside' and data ->> 'number' is not null) s
        where not exists (select from documents d where d.kind = s.kind and d.id = s.id)
      ),
      held as (select kind, count(distinct id) as documents, count(distinct number) as numbers from numbered group by 1)
      select format('%s: %s numbers were given, %s documents have one', kind, g.numbers - coalesce(f.numbers, 0), coalesce(h.documents, 0)) as finding
      from given g left join free f using (kind) left join held h using (kind)
      -- Beside a financial year of two calendar years, series of calendar years continue on days without a financial year.
      cross join lateral (
        select kind = any (${ON_ANY_DAY}) and exists (
          select from claim.period p where extract(year from p.from_day) <> extract(year from p.to_day)) as is_kept) k
      where g.numbers - coalesce(f.numbers, 0) < coalesce(h.numbers, 0)
        or (g.numbers - coalesce(f.numbers, 0) > coalesce(h.documents, 0) and not k.is_kept)`,
  },
];

interface Pending {
  readonly command_id: string;
  readonly documents: string;
  readonly stuck: string | null;
}

const PENDING = `select command_id, stuck,
    (select string_agg(w ->> 'stream', ', ') from json_array_elements(batch -> 'writes') w) as documents
  from claim.intent order by stuck is null, created_at limit 1`;

/** Why the claims cannot be checked, as a message; undefined when no command is between its claims and its events. */
export async function whyNotClaims(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<Pending>(PENDING);
  const [first] = rows;
  if (!first) return undefined;
  const { command_id, documents, stuck } = first;
  if (stuck === null) return 'a command is on its way (ask again in a moment)';
  return `command ${command_id} on ${documents} is stored in part: ${stuck} ("npm run doctor" says what to do)`;
}

export const checkClaims = (client: pg.ClientBase, schema: string): Promise<Answer[]> =>
  ask(client, schema, AGREEMENTS);
