-- Every event, for the browser of events and for the history of a record or document.
create table {schema}.event (
  position bigint not null,
  recorded_at timestamptz not null,
  recorded_date date not null,       -- UTC
  type text not null,
  v int not null,
  stream text not null,
  kind text not null,                -- `sale` of `sale-12`
  entity_id int,                     -- 12
  revision int not null,
  actor text not null,
  outlet_fk int,
  device text,
  command_id text not null,
  reason text,
  data json not null
);
