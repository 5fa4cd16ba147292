/**
 * Invariants of the books (docs/accounting.md, section 7), checked in the tables of one build. Each check returns the
 * places where it fails, in words that a person can look up.
 */
import pg from 'pg';

export interface Answer {
  readonly name: string;
  /** Empty when the invariant holds. */
  readonly findings: readonly string[];
  readonly remedy?: Remedy;
}

interface Invariant {
  readonly name: string;
  readonly remedy: Remedy;
  /** `{s}` is the schema. Rows have `finding`, and `place`: the place of the finding, without amounts. */
  readonly sql: string;
}

/** How each finding is corrected; the screens show the same in the reader's language. */
export const REMEDIES = {
  tables:
    'npm run rebuild makes the tables anew from the log; what it finds again is a defect of the program: report it',
  entry: 'return the document to draft or reverse it, and enter it again; if it comes out the same, report it',
  payment: 'reverse the payment that came last and enter it again: it then settles what is left to the last place',
  cost: 'recalculate the costs of the goods or the account; if they come out the same, report it',
} as const;

export type Remedy = keyof typeof REMEDIES;

const CUMULATIVE = (lines: string, first: string, second: string): string => `
  select format('%s %s at %s', ${first}, ${second}, effective_at) as place,
    format('%s %s at %s holds %s', ${first}, ${second}, effective_at, value) as finding from (
    select ${first}, ${second}, effective_at, sum(sum(quantity)) over w as quantity, sum(sum(value)) over w as value
    from {s}.${lines} group by ${first}, ${second}, effective_at, move_position, move_line
    window w as (partition by ${first}, ${second} order by effective_at, move_position, move_line)
  ) c where quantity = 0 and value <> 0`;

/**
 * A cash account has one value for all outlets, and every other account one in each outlet. Where entries of earlier
 * versions moved it at their own rate, they left a value that a revaluation takes away.
 */
const FOREIGN = `
  select format('%s %s', account, currency_fk) as place,
    format('%s %s at %s holds %s', account, currency_fk, effective_at, value) as finding
  from (
    select account, currency_fk, part, effective_at, sum(sum(quantity)) over w as quantity, sum(sum(value)) over w as value,
      bool_or(bool_or(valued = 'entered')) over (partition by account, currency_fk, part) as is_entered
    from (
      select l.*, case when a.record_kind = 'cash' then 0 else l.outlet_fk end as part
      from {s}.cash_line l left join {s}.account a on a.account = l.account
    ) l
    group by account, currency_fk, part, effective_at, move_position, move_line
    window w as (partition by account, currency_fk, part order by effective_at, move_position, move_line)
  ) c where quantity = 0 and value <> 0 and is_entered is not true`;

const LEVEL = (lines: string, levels: string, first: string, second: string): string => `
  select format('%s %s', ${first}, ${second}) as place, format('%s %s: %s, %s in level; %s, %s in lines', ${first}, ${second}, l.quantity, l.value, s.quantity, s.value) as finding
  from {s}.${levels} l
  full join (select ${first}, ${second}, sum(quantity) as quantity, sum(value) as value from {s}.${lines} group by 1, 2) s
  using (${first}, ${second})
  where (coalesce(l.quantity, 0), coalesce(l.value, 0)) <> (coalesce(s.quantity, 0), coalesce(s.value, 0))`;

const SOLD_LATER = `
  select format('%s %s', item_fk, inventory_fk) as place,
    format('item %s in inventory %s: %s sold and not delivered in level, %s in lines', item_fk, inventory_fk, l.undelivered, s.undelivered) as finding
  from {s}.stock_level l
  full join (select item_fk, inventory_fk, sum(undelivered) as undelivered from {s}.stock_line group by 1, 2) s
  using (item_fk, inventory_fk)
  where coalesce(l.undelivered, 0) <> coalesce(s.undelivered, 0) or s.undelivered < 0`;

const INVARIANTS: readonly Invariant[] = [
  {
    name: 'every entry balances to zero, at one moment of effect: so does the trial balance at every (D, T)',
    remedy: 'entry',
    sql: `select format('%s %s', position, entry_no) as place,
        format('position %s entry %s is off by %s', position, entry_no, sum(base)) as finding
      from {s}.journal_line group by position, entry_no
      having sum(base) <> 0 or min(effective_at) <> max(effective_at)`,
  },
  {
    name: 'every entry balances to zero within each outlet',
    remedy: 'entry',
    sql: `select format('%s %s %s', position, entry_no, outlet_fk) as place,
        format('position %s entry %s is off by %s in outlet %s', position, entry_no, sum(base), outlet_fk) as finding
      from {s}.journal_line group by position, entry_no, outlet_fk having sum(base) <> 0`,
  },
  {
    name: 'what goes into a production comes out of it',
    remedy: 'entry',
    sql: `select format('%s %s', document, position) as place,
        format('%s leaves %s in production at position %s', document, sum(base), position) as finding
      from {s}.journal_line where account = 1330 group by document, position having sum(base) <> 0`,
  },
  {
    name: 'sums by day are the sums of the lines',
    remedy: 'tables',
    sql: `select f as place, f as finding from (select
        format('account %s outlet %s currency %s effective %s recorded %s', account, outlet_fk, currency_fk, effective_date, recorded_date) as f
      from {s}.movement_day d
      full join (
        select account, outlet_fk, currency_fk, effective_date, recorded_date, kind = 'closing' as is_closing,
          sum(base) as base, sum(foreign_amount) as amount
        from {s}.journal_line group by 1, 2, 3, 4, 5, 6
      ) l using (account, outlet_fk, currency_fk, effective_date, recorded_date, is_closing)
      where (d.debit - d.credit, d.foreign_debit - d.foreign_credit) is distinct from (l.base, l.amount)) days`,
  },
  {
    name: 'sums by month are the sums of the days',
    remedy: 'tables',
    sql: `select f as place, f as finding from (select
        format('account %s outlet %s currency %s effective %s recorded %s', account, outlet_fk, currency_fk, effective_month, recorded_month) as f
      from {s}.movement_month m
      full join (
        select account, outlet_fk, currency_fk, date_trunc('month', effective_date)::date as effective_month,
          date_trunc('month', recorded_date)::date as recorded_month, is_closing,
          sum(debit) as d, sum(credit) as c, sum(foreign_debit) as fd, sum(foreign_credit) as fc
        from {s}.movement_day group by 1, 2, 3, 4, 5, 6
      ) d using (account, outlet_fk, currency_fk, effective_month, recorded_month, is_closing)
      where (m.debit, m.credit, m.foreign_debit, m.foreign_credit) is distinct from (d.d, d.c, d.fd, d.fc)) months`,
  },
  {
    name: 'parties add up to their control accounts',
    remedy: 'tables',
    sql: `select account::text as place, format('account %s: %s in the ledger, %s with parties', account, l.base, p.base) as finding
      from (
        select account, sum(base) as base from {s}.journal_line
        where account in (1210, 1220, 1240, 2110, 2120) group by 1
      ) l
      full join (select account, sum(debit - credit) as base from {s}.party_day where account in (1210, 1220, 1240, 2110, 2120) group by 1) p
      using (account)
      where coalesce(l.base, 0) <> coalesce(p.base, 0)`,
  },
  {
    name: 'the value of stock is the balance of the inventory accounts, on every day',
    remedy: 'cost',
    sql: `select format('%s %s', inventory_fk, effective_date) as place,
        format('inventory %s on %s: %s in stock, %s in the ledger', inventory_fk, effective_date, s.value, l.base) as finding
      from (select inventory_fk, effective_date, sum(value) as value from {s}.stock_line group by 1, 2) s
      full join (
        select account - 131000000 as inventory_fk, effective_date, sum(base) as base
        from {s}.journal_line where account between 131000001 and 131099999 group by 1, 2
      ) l using (inventory_fk, effective_date)
      where coalesce(s.value, 0) <> coalesce(l.base, 0)`,
  },
  {
    name: 'where there are no goods there is no value, at every moment',
    remedy: 'cost',
    sql: CUMULATIVE('stock_line', 'item_fk', 'inventory_fk'),
  },
  {
    name: 'where there is no foreign money there is no value, at every moment',
    remedy: 'cost',
    sql: FOREIGN,
  },
  {
    name: 'foreign cash is the balance of its account, in both currencies',
    remedy: 'tables',
    sql: `select format('%s %s', c.account, c.currency_fk) as place, format('account %s currency %s', c.account, c.currency_fk) as finding
      from (select account, currency_fk, sum(quantity) as quantity, sum(value) as value from {s}.cash_line group by 1, 2) c
      left join (
        select account, currency_fk, sum(foreign_debit - foreign_credit) as amount, sum(debit - credit) as base
        from {s}.movement_day group by 1, 2
      ) l using (account, currency_fk)
      where (c.quantity, c.value) is distinct from (l.amount, l.base)`,
  },
  {
    name: 'stock levels are the sums of the stock ledger',
    remedy: 'tables',
    sql: LEVEL('stock_line', 'stock_level', 'item_fk', 'inventory_fk'),
  },
  {
    name: 'what is sold and not delivered is what was sold less what was delivered or returned, and never less than nothing',
    remedy: 'tables',
    sql: SOLD_LATER,
  },
  {
    name: 'the layers of goods first in, first out add up to their stock',
    remedy: 'cost',
    // Layers of a group remain after another rule has ended it, so only businesses without such rules are checked. Group 0
    // has the stock of all inventories.
    sql: `select format('item %s inventory %s', l.item_fk, l.inventory_fk) as place,
        format('item %s inventory %s: %s, %s in layers; %s, %s in stock', l.item_fk, l.inventory_fk, y.quantity, y.value, s.quantity, s.value) as finding
      from {s}.cost_layer l
      cross join lateral (
        select coalesce(sum((layer ->> 1)::numeric), 0) / 1000000 as quantity, coalesce(sum((layer ->> 2)::numeric), 0) / 10000 as value
        from json_array_elements(l.layers::json) layer
      ) y
      cross join lateral (
        select coalesce(sum(k.quantity), 0) as quantity, coalesce(sum(k.value), 0) as value from {s}.stock_level k
        where k.item_fk = l.item_fk and (l.inventory_fk = 0 or k.inventory_fk = l.inventory_fk)
      ) s
      where not exists (
          select from {s}.cost_rule r
          where r.cost_method = 'moving_average' or r.average_scope = case l.inventory_fk when 0 then 'inventory' else 'company' end
            or l.inventory_fk = 0 and (r.item_fk, r.inventory_fk) <> ('[]', '[]')
        )
        and (y.quantity <> greatest(s.quantity, 0) or y.quantity > 0 and y.value <> s.value)`,
  },
  {
    name: 'foreign cash levels are the sums of their lines',
    remedy: 'tables',
    sql: LEVEL('cash_line', 'cash_level', 'account', 'currency_fk'),
  },
  {
    name: 'what is open on documents is the sum of its changes',
    remedy: 'tables',
    sql: `select format('%s %s %s', party, currency_fk, document) as place, format('%s %s on %s', party, currency_fk, document) as finding
      from {s}.open_item o
      full join (select party, currency_fk, document, date, outlet_fk, sum(amount) as amount from {s}.open_item_change group by 1, 2, 3, 4, 5) c
      using (party, currency_fk, document, date, outlet_fk)
      where o.amount is distinct from c.amount`,
  },
  {
    name: 'what is open with a party is its balance, in each currency and outlet',
    remedy: 'payment',
    sql: `select format('%s %s %s', party, currency_fk, outlet_fk) as place,
        format('%s currency %s outlet %s: %s open, %s in the ledger', party, currency_fk, outlet_fk, o.amount, p.amount) as finding
      from (select party, currency_fk, outlet_fk, sum(amount) as amount from {s}.open_item group by 1, 2, 3) o
      full join (
        select party, currency_fk, outlet_fk,
          sum(foreign_debit - foreign_credit) * case when party like 'supplier-%' then -1 else 1 end as amount
        from {s}.party_day where account in (1210, 1220, 2110, 2120) group by 1, 2, 3
      ) p using (party, currency_fk, outlet_fk)
      where coalesce(o.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    name: 'a party that owes nothing in a foreign currency owes nothing in the books',
    remedy: 'payment',
    sql: `select format('%s %s %s', party, account, currency_fk) as place,
        format('%s account %s currency %s: %s', party, account, currency_fk, sum(debit - credit)) as finding
      from {s}.party_day group by party, account, currency_fk
      having sum(foreign_debit - foreign_credit) = 0 and sum(debit - credit) <> 0`,
  },
];

const SHOWN = 20;

export async function checkBooks(client: pg.ClientBase, schema: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { name, remedy, sql } of INVARIANTS) {
    answers.push({ name, remedy, findings: await findingsOf(client, sql.replaceAll('{s}', schema)) });
  }
  return answers;
}

export interface Compared {
  /** Findings that the readers' build does not have. */
  readonly added: readonly Answer[];
  /** Findings at places that also fail in the readers' build. */
  readonly known: readonly Answer[];
}

/**
 * Findings of a build, separated by whether the readers' build has them too. A build of an earlier version may lack a
 * column that a check needs; then the finding counts as known, because it cannot be shown to be new.
 */
export async function compareBooks(client: pg.ClientBase, schema: string, current: string): Promise<Compared> {
  const added: Answer[] = [];
  const known: Answer[] = [];
  for (const { name, remedy, sql } of INVARIANTS) {
    const [built = '', before = ''] = [schema, current].map((name) => sql.replaceAll('{s}', name));
    if (!(await canAnswer(client, before))) {
      known.push({ name, remedy, findings: await findingsOf(client, built) });
      continue;
    }
    const found = (is: string) =>
      findingsOf(client, `select finding from (${built}) b where place ${is} (select place from (${before}) o)`);
    added.push({ name, remedy, findings: await found('not in') });
    known.push({ name, remedy, findings: await found('in') });
  }
  return { added: added.filter(isBroken), known: known.filter(isBroken) };
}

export const isBroken = ({ findings }: Answer): boolean => findings.length > 0;

/** Each finding with the name of its check. */
export const inWords = (answers: readonly Answer[]): string[] =>
  answers.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`));

/** SQLSTATE of a missing column and of a missing table. */
const LACKING: ReadonlySet<unknown> = new Set(['42703', '42P01']);

/**
 * Whether the build has the tables and columns of the check. Must not run within a transaction, because the error would
 * abort it.
 */
async function canAnswer(client: pg.ClientBase, sql: string): Promise<boolean> {
  try {
    await client.query(`select place from (${sql}) o limit 0`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && LACKING.has(error.code)) return false;
    throw error;
  }
}

async function findingsOf(client: pg.ClientBase, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ finding: string }>(`${sql} limit ${SHOWN}`);
  return rows.map(({ finding }) => finding);
}
