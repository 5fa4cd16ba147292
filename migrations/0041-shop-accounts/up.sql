-- Customers of the application sign in for themselves (docs/decisions/0084). What they sign in with is kept beside the log,
-- apart from the accounts of the staff: none of these rows opens the back office, and none of theirs the shop.
create table identity.shop_account (
  consumer_id int primary key,
  -- Argon2id in its own text form, which carries its parameters.
  password_hash text not null,
  -- Of the sign-up, so that one network does not open accounts without end.
  network text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index shop_account_of_network on identity.shop_account (network, created_at desc);

create table identity.shop_session (
  sid uuid primary key,
  consumer_id int not null references identity.shop_account on delete cascade,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  device text,
  ip text
);
create index shop_session_of_consumer on identity.shop_session (consumer_id, started_at desc) where ended_at is null;

alter table identity.login_attempt
  drop constraint login_attempt_way_check,
  add constraint login_attempt_way_check check (way in ('password', 'pin', 'shop'));
create index login_attempt_of_shop_network on identity.login_attempt (coalesce(network, ip), id desc)
  where way = 'shop' and outcome in ('wrong', 'inactive');
