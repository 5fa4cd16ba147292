-- People at tills and what is kept of them apart from the log: PINs, the devices that are tills, what is personal,
-- and a record of everything about sign-in and secrets that no event tells, because no event may.

-- A session of the back office, or of a cashier at a till. `active_at` is when the person last did something: what
-- a window asks for by itself does not count, so an hour without anybody ends the session here too.
alter table identity.session
  add column way text not null default 'password' check (way in ('password', 'pin')),
  add column till_id int,
  add column active_at timestamptz not null default now();
create index session_of_till on identity.session (till_id) where ended_at is null;

-- What a staff member types at a till: Argon2id in its own text form.
create table identity.pin (
  user_id int primary key,
  pin_hash text not null,
  changed_at timestamptz not null default now(),
  changed_by int not null
);

-- The browser that is a till holds a token of 256 random bits; here is its hash. A till is one device at a time.
create table identity.till_device (
  token_hash bytea primary key,
  till_id int not null,
  device text,
  enrolled_at timestamptz not null default now(),
  enrolled_by int not null,
  revoked_at timestamptz
);
create unique index device_of_till on identity.till_device (till_id) where revoked_at is null;

-- `email` is the name that was typed; of a sign-in with a PIN the person (`#12`), or the code when it is nobody's.
-- Wrong ones are counted since the last right one, or since somebody with the right to do so unlocked the name.
alter table identity.login_attempt
  add column way text not null default 'password' check (way in ('password', 'pin')),
  add column till_id int,
  drop constraint login_attempt_outcome_check,
  add constraint login_attempt_outcome_check
    check (outcome in ('signed_in', 'wrong', 'locked', 'inactive', 'not_a_cashier', 'unlocked'));
create index login_attempt_of_till on identity.login_attempt (till_id, at desc) where till_id is not null;
create index login_attempt_of_ip on identity.login_attempt (ip, at desc) where outcome = 'wrong';

-- What is personal of a staff member can be changed and really forgotten.
create table identity.personal_data (
  user_id int primary key,
  data jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by int not null
);

-- Who did what with secrets, sessions, tills and exports, and what was refused. Never the secret itself; of personal
-- data only the names of the fields.
create table identity.security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  -- Who did it, and to whom.
  user_id int,
  subject_user_id int,
  till_id int,
  sid uuid,
  ip text,
  detail jsonb not null default '{}'
);
create index security_event_of_user on identity.security_event (user_id, at desc);

create trigger security_event_is_forever before update or delete or truncate on identity.security_event
  for each statement execute function log.refuse_change();
create trigger login_attempt_is_forever before update or delete or truncate on identity.login_attempt
  for each statement execute function log.refuse_change();

-- The outlet and inventory in which a person works just now: new documents begin with them.
create table preference.place (
  user_id int primary key,
  outlet_fk int not null,
  inventory_fk int
);
