-- Every document as it stands now. Amounts are in the document's currency unless they say `base`.
create table {schema}.document (
  kind text not null,
  id int not null,
  status text not null,
  number text,
  date date,
  outlet_fk int,
  inventory_fk int,
  party text,                        -- `customer-7`, `supplier-3`
  currency_fk int,
  rate numeric(1000,4),
  payment_type text,
  gross numeric(1000,4) not null,
  discount numeric(1000,4) not null,
  tax numeric(1000,4) not null,
  net numeric(1000,4) not null,
  total numeric(1000,4) not null,
  total_base numeric(1000,4) not null, -- system currency
  due numeric(1000,4) not null,        -- by its own postings: what it paid at once, and what its party owes or is owed
  costs numeric(1000,4) not null,        -- of it, costs beside the total: a later cost that its own supplier is owed
  own_returned numeric(1000,4) not null, -- went back before it was due
  own_allowed numeric(1000,4) not null,  -- allowed by its own postings: by its supplier on a purchase, by a promotion on a sale
  not_due numeric(1000,4) not null,      -- goods of a purchase that have not come or have no bill
  not_coming numeric(1000,4) not null,   -- the closed rest of a purchase
  dues jsonb,                          -- the parts of what its party owes or is owed, by due day: [{day, amount}]; null without one
  open numeric(1000,4) not null,       -- sum of the changes of its open item: due is positive, a credit negative
  returned numeric(1000,4) not null,   -- of these changes, those of its returns, as an amount above zero
  allowed numeric(1000,4) not null,    -- of these changes, discounts that were given afterwards, as an amount above zero
  -- What a sale or a delivered order credits its customer with (a promotion) leaves nothing unpaid on it. Of an order that
  -- is on its way all is unpaid but what was paid in advance, which is open as a credit; of a cancelled one nothing is.
  -- A purchase is below zero where its supplier allowed more than was open: that is owed by the supplier.
  unpaid numeric(1000,4) generated always as (
    case when status = 'returned' then 0
      when kind = 'online_order' and status in ('pending', 'confirmed') then greatest(total - abs(open), 0)
      when kind in ('sale', 'online_order') then greatest(open, 0)
      when kind = 'purchase' then open
      else abs(open) end
  ) stored,
  -- Of what stands in the books: a draft is neither paid nor unpaid, nor are goods that have not come or have no bill, what
  -- is approved and waits for its payment, an asset that was disposed of, and a return whose credit is awaited. Of a payroll that waits, what some persons were
  -- paid is paid. A purchase is paid in parts as it comes, with the costs that its own supplier is owed. Paid is money: what came back, or was allowed, is not. So always
  -- total + costs = paid + returned + allowed + not due + not coming + unpaid.
  paid numeric(1000,4) generated always as (
    case when status in ('draft', 'discarded', 'hold', 'returned', 'reversed', 'credit_awaited') then 0
      when kind = 'purchase' then due - returned - allowed - own_allowed - open
      when kind = 'online_order' and status = 'cancelled' then 0
      when kind in ('payroll', 'dividend', 'salesman_commission', 'remittance') and status = 'approved' then due
      when kind = 'online_order' and status in ('pending', 'confirmed') then least(abs(open), total)
      when kind in ('sale', 'online_order') then
        greatest(total - returned - allowed - own_allowed - greatest(open, 0), 0)
      else greatest(total - returned - allowed - own_allowed - abs(open), 0) end
  ) stored,
  payment_status text generated always as (
    case when status in ('draft', 'discarded', 'hold', 'returned', 'reversed', 'credit_awaited') then null
      when kind = 'purchase' and due = 0 and (total > 0 or received_status = 'not_received') then null
      when kind = 'purchase' then
        case when open <= 0 then 'paid'
          when open >= due - returned - allowed - own_allowed then 'unpaid' else 'partially_paid' end
      when kind = 'online_order' and status = 'cancelled' then null
      when kind in ('payroll', 'dividend', 'salesman_commission', 'remittance') and status = 'approved' then
        case when due > 0 then 'partially_paid' end
      when kind = 'asset_sale' and total = 0 then null
      when kind = 'online_order' and status in ('pending', 'confirmed') then
        case when open = 0 and total > 0 then 'unpaid' when abs(open) >= total then 'paid' else 'partially_paid' end
      when open = 0 or (kind in ('sale', 'online_order') and open < 0) then 'paid'
      when abs(open) >= total - returned - allowed - own_allowed then 'unpaid' else 'partially_paid' end
  ) stored,
  received_status text,              -- not_received, partially_received, received; null when it has none
  reference_number text,
  note text,
  search text not null,              -- number, reference and note, folded
  revision int not null,
  position bigint not null,          -- of its last event
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  updated_by text not null,
  data jsonb not null                -- the decider's state: status, number and the document's own fields, flat
);

create table {schema}.document_line (
  kind text not null,
  id int not null,
  line_id int not null,
  status text not null,              -- of the document
  date date,
  party text,
  outlet_fk int,
  inventory_fk int,
  currency_fk int,
  item_fk int not null,
  unit_fk int,
  quantity numeric(1000,6) not null,   -- base units, bonus included
  price numeric(1000,4) not null,      -- of the unit
  net numeric(1000,4) not null,        -- without tax, after all discounts
  tax numeric(1000,4) not null
);
