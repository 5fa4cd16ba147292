-- How a person arranged their tables, and the views that they saved. A view is nothing but the address of a screen:
-- opening another's shows what the own permissions and outlets let one see.

create table preference.table_layout (
  user_id int not null,
  model text not null,
  -- { order: [column], widths: { column: pixels }, pinned: [column] }
  layout jsonb not null,
  primary key (user_id, model)
);

create table preference.table_view (
  view_id int generated always as identity primary key,
  -- Path of the screen: `/sales/sales`.
  screen text not null,
  user_id int not null,
  view_name text not null,
  -- What stands behind the `?`: filters, sort, columns.
  address text not null,
  is_shared boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index on preference.table_view (screen, user_id, lower(view_name));
create index on preference.table_view (screen) where is_shared;

-- The view that a person's screen opens with.
create table preference.default_view (
  user_id int not null,
  screen text not null,
  view_id int not null references preference.table_view on delete cascade,
  primary key (user_id, screen)
);

-- Searching looks into the middle of texts; read models index their folded texts by trigrams.
create extension if not exists pg_trgm with schema public;

-- As in 0003, and which build readers see: after a rebuild the same position may stand for other rows.
create or replace view read.checkpoint as
  select c.model, c.position, c.status, c.stopped_at_position, c.error, c.updated_at, c.schema
  from projection.checkpoint c
  join projection.build b on b.schema = c.schema and b.status = 'current';
