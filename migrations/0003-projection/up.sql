-- The read side's own bookkeeping. The tables of the read models live in schemas `rm_<build>`, made by the
-- projector from `projector/models/*/tables.sql`; readers use the views in schema `read`, which point at the
-- tables of the current build.

create schema read;
create schema projection;

create sequence projection.build_number;

create table projection.build (
  schema text primary key,
  -- Digest of the models' tables and of the version of their rules: another one asks for a rebuild.
  definition text not null,
  status text not null check (status in ('filling', 'current', 'retired', 'abandoned')),
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index on projection.build (status) where status = 'current';

-- Rows and checkpoint are written in one transaction, the checkpoint as compare-and-set. A stopped model names
-- the event that it could not take; nothing is ever passed over.
create table projection.checkpoint (
  schema text not null references projection.build on delete cascade,
  model text not null,
  position bigint not null default 0,
  status text not null default 'running' check (status in ('running', 'stopped')),
  stopped_at_position bigint,
  error text,
  updated_at timestamptz not null default now(),
  primary key (schema, model)
) with (fillfactor = 50);

-- Who projects a model now. The session lock decides; this row tells people and health checks.
create table projection.owner (
  model text primary key,
  process text not null,
  heartbeat_at timestamptz not null default now()
) with (fillfactor = 50);

create view read.checkpoint as
  select c.model, c.position, c.status, c.stopped_at_position, c.error, c.updated_at
  from projection.checkpoint c
  join projection.build b on b.schema = c.schema and b.status = 'current';
