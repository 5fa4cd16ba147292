-- Every record of every kind, with its present data. Lists sort and filter by expressions on `data`.
create table {schema}.record (
  kind text not null,
  id int not null,
  active boolean not null,
  name text not null,
  name_ar text not null,             -- in Arabic and Kurdish; the name again where there is none of its own
  name_ckb text not null,
  outlet_fk int,                     -- row scope: null is visible in every outlet
  inventory_fk int,                  -- row scope by inventory
  search text not null,              -- the declaration's search columns, folded
  revision int not null,
  position bigint not null,          -- of the last change
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  updated_by text not null,
  data jsonb not null
);
