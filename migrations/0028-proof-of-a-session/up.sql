-- When a person last proved who they are, by a password and a code of the second factor where they have one: at sign-in, and
-- when they were asked again (docs/decisions/0057).
alter table identity.session add proved_at timestamptz;
update identity.session set proved_at = started_at;
alter table identity.session alter proved_at set not null, alter proved_at set default now();

-- Requests of a person and of an address within the present minute, for all processes together. Counts that a crash empties
-- begin anew, so they are in no journal.
create unlogged table identity.request_count (
  key text primary key,
  count int not null,
  ends_at timestamptz not null
);
