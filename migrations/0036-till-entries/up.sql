-- The entries of a till are one sequence and one chain for each device that it gets (docs/decisions/0074). The enrolment names
-- the device to others, which its token must not; papers are numbered by the till and which of its devices it is.
alter table identity.till_device
  add column enrolment uuid not null default gen_random_uuid(),
  add column nth int,
  -- When the device was last heard of.
  add column seen_at timestamptz;
update identity.till_device d set nth = o.nth
from (select token_hash, row_number() over (partition by till_id order by enrolled_at, token_hash) as nth
  from identity.till_device) o
where o.token_hash = d.token_hash;
alter table identity.till_device alter column nth set not null;
create unique index enrolment_of_device on identity.till_device (enrolment);
create unique index nth_of_till on identity.till_device (till_id, nth);
