-- One log of who came in and who was not let in: attempts to sign in, and everything else that is written down about
-- sessions, secrets and refusals. Both tables only grow; the view puts them in one order of time. Numbers of attempts
-- are even, those of events odd.

create view identity.access_log as
  select id * 2 as id, at, outcome, way, email as name, user_id, null::int as subject_user_id, till_id,
    null::uuid as sid, ip, '{}'::jsonb as detail
  from identity.login_attempt
  union all
  select id * 2 + 1, at, kind, null, null, user_id, subject_user_id, till_id, sid, ip, detail
  from identity.security_event;

create index login_attempt_at on identity.login_attempt (at desc);
create index security_event_at on identity.security_event (at desc);
