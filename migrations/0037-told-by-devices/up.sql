-- The state that a till reports with each request, shown in the office: number and age of entries that are not sent yet,
-- number of refused entries, and the version of its page. `missing` is counted by the server.
alter table identity.till_device
  add column waiting int,
  -- When the oldest of what waits was entered, by the server's clock.
  add column oldest_at timestamptz,
  add column refused int,
  add column version text,
  -- A newer version has been fetched, and nobody has taken it yet.
  add column has_update boolean,
  -- How many numbers of its sequence had not come.
  add column missing int,
  add column told_at timestamptz;
