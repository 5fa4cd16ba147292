-- The last entry of a device's chain: its number, and the moment at which it is booked. The next one is not booked before it
-- (docs/decisions/0106). Null until the next entry of a device arrives: then the enrolment and the opening of the drawer count.
alter table identity.till_device
  add column last_sequence int,
  add column last_moment timestamptz;
