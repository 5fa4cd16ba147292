-- What a till says of itself when it asks for its state, as the office sees it beside the till: what waits on the device to be
-- sent, since when, what was refused, and which version of the page it runs. `missing` is what the server has found.
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
