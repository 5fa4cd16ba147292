-- A second factor beside the password: the code of an authenticator app (RFC 6238), or one of ten recovery codes.

create table identity.second_factor (
  user_id int primary key,
  -- Nonce, tag and ciphertext of AES-256-GCM. Null until a code has confirmed the first set-up.
  secret bytea,
  confirmed_at timestamptz,
  -- Of a set-up that no code has confirmed yet.
  pending_secret bytea,
  pending_at timestamptz,
  -- The newest time step of which a code was accepted: no code is accepted twice.
  last_step bigint not null default 0,
  check ((secret is null) = (confirmed_at is null)),
  check ((pending_secret is null) = (pending_at is null))
);

-- A code has 79 random bits, so a plain hash of it is enough.
create table identity.recovery_code (
  user_id int not null references identity.second_factor on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Whoever has typed the right password holds a ticket until the code is typed. It opens one session.
create table identity.sign_in_ticket (
  token_hash bytea primary key,
  user_id int not null,
  issued_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);

-- `code_wanted`: the password was right, and the code comes next. `wrong_code` counts like a wrong password.
-- `confirmed`: a person who is signed in typed their own password, or it with a code, before something was changed.
alter table identity.login_attempt
  drop constraint login_attempt_outcome_check,
  add constraint login_attempt_outcome_check check (outcome in (
    'signed_in', 'wrong', 'locked', 'inactive', 'not_a_cashier', 'unlocked', 'code_wanted', 'wrong_code', 'confirmed'));
drop index identity.login_attempt_of_network;
create index login_attempt_of_network on identity.login_attempt (coalesce(network, ip), id desc)
  where way = 'password' and outcome in ('wrong', 'inactive', 'wrong_code');
