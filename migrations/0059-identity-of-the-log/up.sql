-- What the claims and each build of the read models have seen of the log (docs/decisions/0131): the identity of the log,
-- the position of the last event seen, and the digest of that event. A log that is older, empty, of another business, or
-- whose tail was cut off does not agree with it. Filled at the first start, for existing logs too.
create table claim.log_seen (
  is_only boolean primary key default true check (is_only),
  identity text not null,
  position bigint not null,
  digest text not null,
  seen_at timestamptz not null default clock_timestamp()
);

alter table projection.build
  add column log_identity text,
  add column log_position bigint,
  add column log_digest text;
