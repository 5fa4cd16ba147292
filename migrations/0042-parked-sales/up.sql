-- Sales that were put aside at a till and may be taken up at another one of its outlet (docs/decisions/0082). Nothing of them is paid,
-- posted or numbered: they are what a screen held. `sale` is `json`, which keeps whatever text a device sends as it is.
create table preference.parked_sale (
  uuid uuid primary key,
  outlet_fk int not null,
  -- The device that put it aside, and the one that took it up.
  parked_by uuid not null,
  till_fk int not null,
  parked_at timestamptz not null,
  cashier_fk int not null,
  label text not null,
  total numeric not null,
  -- Null after the sale was resumed, paid or dropped. The row remains, so that the same sale is not parked twice.
  cart json,
  taken_by uuid,
  taken_till_fk int,
  -- When it came; after a month nobody comes back for the goods.
  stored_at timestamptz not null default now(),
  ended_at timestamptz
);
create index parked_sale_of_outlet on preference.parked_sale (outlet_fk, parked_at) where ended_at is null;
