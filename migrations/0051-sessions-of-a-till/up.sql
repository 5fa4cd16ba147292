-- Each entry of a till is compared with the sign-ins at it (docs/decisions/0107): whether somebody else had signed in there since
-- its cashier did.
create index session_at_till on identity.session (till_id, started_at) where till_id is not null;
