-- Nobody locks somebody else out: wrong passwords are counted for a name and the network that they come from, and a
-- browser in which the person signed in before is counted by itself. Attempts that a lock refused are counted in one
-- row. Attempts are kept for 180 days; then, and not before, the program may remove them.

-- An IPv4 address, or the first half of an IPv6 one; null of attempts before this migration.
alter table identity.login_attempt
  add column network text,
  add column device_id bigint;
create index login_attempt_of_network on identity.login_attempt (coalesce(network, ip), id desc)
  where way = 'password' and outcome in ('wrong', 'inactive');

-- The browser keeps 256 random bits, of which the hash is here. Several people may use one browser.
create table identity.known_device (
  id bigint generated always as identity primary key,
  token_hash bytea not null,
  user_id int not null,
  first_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  unique (token_hash, user_id)
);

-- The first attempt that a lock refused is a row of `login_attempt`; those that follow within a quarter of an hour of each
-- other are counted here.
create table identity.locked_attempts (
  attempt_id bigint primary key references identity.login_attempt on delete cascade,
  lock_key text not null,
  times int not null default 1,
  last_at timestamptz not null default clock_timestamp()
);
create index locked_attempts_of_key on identity.locked_attempts (lock_key, attempt_id desc);

create function identity.refuse_early_removal() returns trigger language plpgsql as $$
begin
  if old.at > now() - interval '180 days' then
    raise exception 'attempts to sign in are kept for 180 days';
  end if;
  return old;
end $$;

drop trigger login_attempt_is_forever on identity.login_attempt;
create trigger login_attempt_is_forever before update or truncate on identity.login_attempt
  for each statement execute function log.refuse_change();
create trigger login_attempt_is_kept before delete on identity.login_attempt
  for each row execute function identity.refuse_early_removal();

create or replace view identity.access_log as
  select a.id * 2 as id, a.at, a.outcome, a.way, a.email as name, a.user_id, null::int as subject_user_id, a.till_id,
    null::uuid as sid, a.ip,
    case when l.times > 1 then jsonb_build_object('times', l.times, 'last_at', l.last_at) else '{}'::jsonb end as detail
  from identity.login_attempt a left join identity.locked_attempts l on l.attempt_id = a.id
  union all
  select id * 2 + 1, at, kind, null, null, user_id, subject_user_id, till_id, sid, ip, detail
  from identity.security_event;
