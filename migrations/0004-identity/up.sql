-- Who may sign in: passwords, sessions and sign-in attempts. None of this is a fact of the business, and none of
-- it is in the log: a password that was forgotten is really gone.

create schema identity;

create table identity.credential (
  user_id int primary key,
  -- Argon2id in its own text form, which carries its parameters.
  password_hash text not null,
  -- True for a password that was made for a person and not by them.
  must_change boolean not null default false,
  -- Hashes of the passwords before this one, newest first: they are not taken again.
  history text[] not null default '{}',
  changed_at timestamptz not null default now()
);

-- A sign-in on one device. Ending it works on the next request of its access tokens.
create table identity.session (
  sid uuid primary key,
  user_id int not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text,
  device text,
  ip text
);
create index session_of_user on identity.session (user_id) where ended_at is null;

-- The refresh tokens of a session are a family: each is used once and replaced. Only hashes are kept.
create table identity.refresh_token (
  token_hash bytea primary key,
  sid uuid not null references identity.session on delete cascade,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_of_session on identity.refresh_token (sid);

create table identity.login_attempt (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  email text not null,
  user_id int,
  ip text,
  outcome text not null check (outcome in ('signed_in', 'wrong', 'locked', 'inactive'))
);
create index login_attempt_of_email on identity.login_attempt (email, at desc);
