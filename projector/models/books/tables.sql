-- The chart: headings, system accounts, and an account for each record that has one of its own.
create table {schema}.account (
  account int not null,              -- domain/ledger/chart.ts accountNumber()
  key text not null,                 -- system key or heading; its name is the message `account.<key>`
  parent int,
  side text not null,                -- debit, credit: the normal side
  statement text not null,           -- balance_sheet, income
  is_heading boolean not null,
  record_kind text,                  -- the record that it belongs to,
  record_id int,
  name text                          -- and its name
);

-- The ledger. Lines are only ever added; those of one entry have one moment of effect and balance to zero.
create table {schema}.journal_line (
  position bigint not null,          -- the event that made it known
  line_no int not null,              -- unique in the position
  entry_no int not null,             -- 0 is the document's own entry; each difference is an entry of its own
  kind text not null,                -- normal, cost, restatement, reversal; closing is a close of a year and what takes it back
  effective_date date not null,
  effective_at timestamp not null,
  recorded_date date not null,       -- UTC
  recorded_at timestamptz not null,
  account int not null,
  outlet_fk int not null,
  party text,
  item_fk int,
  inventory_fk int,
  document text not null,            -- stream; of a difference: the document whose cost changed
  document_kind text not null,
  document_id int not null,
  line_id int,
  cause_position bigint not null,    -- the posting that this line belongs to or corrects
  base numeric(1000,4) not null,       -- system currency, debit positive
  currency_fk int not null,
  foreign_amount numeric(1000,4) not null,
  rate numeric(1000,4),
  true_date date,                    -- of a prior-period adjustment: the day of a closed year that it is about
  tax_percent numeric(1000,4),       -- of input and output tax: at how many percent it was taken,
  taxable numeric(1000,4)            -- and of what, without the tax, with the sign of `base`
);

-- Sums of changes, never running balances, for each effective and recorded day and month. Months are their first day.
-- `is_closing` keeps the closes of financial years apart, so that statements of income leave them out by kind.
create table {schema}.movement_day (
  account int not null,
  outlet_fk int not null,
  currency_fk int not null,
  effective_date date not null,
  recorded_date date not null,
  is_closing boolean not null,
  debit numeric(1000,4) not null,
  credit numeric(1000,4) not null,     -- positive
  foreign_debit numeric(1000,4) not null,
  foreign_credit numeric(1000,4) not null
);
create table {schema}.movement_month (
  account int not null,
  outlet_fk int not null,
  currency_fk int not null,
  effective_month date not null,
  recorded_month date not null,
  is_closing boolean not null,
  debit numeric(1000,4) not null,
  credit numeric(1000,4) not null,
  foreign_debit numeric(1000,4) not null,
  foreign_credit numeric(1000,4) not null
);
-- The same for each party, by day.
create table {schema}.party_day (
  party text not null,
  account int not null,
  outlet_fk int not null,
  currency_fk int not null,
  effective_date date not null,
  recorded_date date not null,
  debit numeric(1000,4) not null,
  credit numeric(1000,4) not null,
  foreign_debit numeric(1000,4) not null,
  foreign_credit numeric(1000,4) not null
);

-- The stock ledger. A movement is the lines of (effective_at, move_position, move_line): the first brings its
-- quantity and value, later ones the differences of its value (and of a count's quantity), or take it back whole.
create table {schema}.stock_line (
  item_fk int not null,
  inventory_fk int not null,
  effective_date date not null,
  effective_at timestamp not null,
  move_position bigint not null,     -- the posting of the movement
  move_line bigint not null,
  position bigint not null,          -- the event that made this line known
  recorded_date date not null,
  recorded_at timestamptz not null,
  kind text not null,                -- movement, restatement, reversal; share: what it did to the value of this inventory,
                                     -- which has one average with its own
  quantity numeric(1000,6) not null,
  value numeric(1000,4) not null,
  variance numeric(1000,4) not null,   -- the part of value that stands against variance_to
  outlet_fk int not null,
  document text not null,
  document_kind text not null,
  document_id int not null,
  base_currency_fk int not null,
  -- How it is valued; only on the line that brings the movement.
  valued text,                       -- fact, average, like, count, inputs
  unit_cost numeric(1000,4),
  like_document text,                -- the document that it is valued by; its own where it is made of other goods
  like_line bigint,
  like_after numeric(1000,6),
  counted numeric(1000,6),
  inputs text,                       -- valued.ts
  posted numeric(1000,4),
  contra int,
  contra_outlet_fk int,              -- where it is in the books of another outlet,
  contra_through int,                -- and the account that balances the two
  variance_to int,
  undelivered numeric(1000,6) not null -- change of what is sold and not delivered: it stands in the inventory and is counted
                                     -- with the stock, but is no longer part of it
);
-- What moved of named batches. What a batch holds is the sum of its lines since the last count of its stock (read-api/
-- reports/batch-levels.ts); what stock has beyond its batches is of no named batch.
create table {schema}.batch_line (
  item_fk int not null,
  inventory_fk int not null,
  batch_number text,
  expire_date date,
  effective_date date not null,
  effective_at timestamp not null,
  move_line bigint not null,
  position bigint not null,          -- the event that made this line known
  recorded_at timestamptz not null,
  kind text not null,                -- movement; count: stock was counted at that moment, 1, or -1 where the count was taken
                                     -- back; counted: what of this batch was counted then
  quantity numeric(1000,6) not null, -- what was taken back has its sign turned
  undelivered numeric(1000,6) not null, -- as in the stock ledger, of this batch; a line of the kind delivered has only this
  outlet_fk int not null,
  document text not null,
  document_kind text not null,
  document_id int not null
);
-- The same as the stock ledger for foreign money in a cash account: quantity is the foreign amount, value the system currency.
create table {schema}.cash_line (
  account int not null,
  currency_fk int not null,
  effective_date date not null,
  effective_at timestamp not null,
  move_position bigint not null,
  move_line bigint not null,
  position bigint not null,
  recorded_date date not null,
  recorded_at timestamptz not null,
  kind text not null,
  quantity numeric(1000,6) not null,
  value numeric(1000,4) not null,
  variance numeric(1000,4) not null,   -- the part of value that stands against variance_to
  outlet_fk int not null,
  document text not null,
  document_kind text not null,
  document_id int not null,
  base_currency_fk int not null,
  valued text,
  unit_cost numeric(1000,4),
  like_document text,                -- the document that it is valued by; its own where it is made of other goods
  like_line bigint,
  like_after numeric(1000,6),
  counted numeric(1000,6),
  inputs text,                       -- valued.ts
  posted numeric(1000,4),
  contra int,
  contra_outlet_fk int,              -- where it is in the books of another outlet,
  contra_through int,                -- and the account that balances the two
  variance_to int
);
-- What is there now; `last_effective_at` is at or after the moment of the pool's last movement. Where nothing is left,
-- the last cost is what goods would leave at; null when it must be looked up.
create table {schema}.stock_level (
  item_fk int not null,
  inventory_fk int not null,
  quantity numeric(1000,6) not null,
  value numeric(1000,4) not null,
  last_effective_at timestamp not null,
  last_cost_by text,                 -- average, purchase, nothing
  last_cost_quantity numeric(1000,6),
  last_cost_value numeric(1000,4),
  undelivered numeric(1000,6) not null -- sold and not delivered: in the inventory beside the quantity
);
create table {schema}.cash_level (
  account int not null,
  currency_fk int not null,
  quantity numeric(1000,6) not null,
  value numeric(1000,4) not null,
  last_effective_at timestamp not null,
  last_cost_by text,                 -- average, purchase, nothing
  last_cost_quantity numeric(1000,6),
  last_cost_value numeric(1000,4)
);

-- Which rule values goods from a day on (domain/costing/rules.ts), in the order in which it became known.
create table {schema}.cost_rule (
  position bigint not null,
  from_date date not null,
  item_fk text not null,             -- as JSON; an empty list is all of them
  inventory_fk text not null,
  average_scope text,                -- inventory, company; null is as it was
  cost_method text                   -- moving_average, fifo
);
-- Goods that leave first in, first out: the layers that are there now, oldest first.
create table {schema}.cost_layer (
  item_fk int not null,
  inventory_fk int not null,         -- 0 is all inventories that have one average
  since text not null,               -- day from which on they are laid
  layers text not null               -- as JSON: document, quantity, value
);

-- What is unpaid on each document of a party, now and as changes; the sign is that of the posting.
create table {schema}.open_item (
  party text not null,
  currency_fk int not null,
  document text not null,
  date date not null,                -- of the document that is open
  outlet_fk int not null,            -- in whose books it is
  amount numeric(1000,4) not null
);
create table {schema}.open_item_change (
  position bigint not null,
  line_no int not null,
  effective_date date not null,      -- of the change
  recorded_at timestamptz not null,
  party text not null,
  currency_fk int not null,
  document text not null,
  date date not null,
  outlet_fk int not null,
  amount numeric(1000,4) not null,
  by_document text not null,         -- the document that changed it
  due_date date,                     -- when the amount that it opened is due; null where the document stores none
  true_date date                     -- of a document that was entered late for a closed year and is open by this change
);
