-- Which programs have worked on this database, so that an older one refuses what it does not know (docs/decisions/0060).
-- A program writes its row after it has migrated; a database without rows was last written before 0.2.0.
create table log.program (
  -- As package.json has it: `0.2.0`.
  version text not null,
  -- EVENTS_VERSION of that program (domain/versions/events-version.ts).
  events int not null check (events > 0),
  first_at timestamptz not null default clock_timestamp(),
  primary key (version, events)
);
