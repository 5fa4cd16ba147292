-- The rights of each role at run time: granted again at every start, after the migrations, by the owner of the tables.
-- {command}, {read} and {projector} are the names of the roles. No role may change or remove an event, an answer to a
-- command or a line of the security log. Every new table needs a line here.

revoke all on all tables in schema log, claim, identity, attachment, preference, projection, backup, job
  from {command}, {read}, {projector};
revoke all on all routines in schema log, claim, identity from public, {command}, {read}, {projector};
grant select on public.kysely_migration, public.applied_function to {command}, {read}, {projector};

-- The command API. The log and the claims are written by functions that run with the owner's rights.
grant usage on schema log, claim, identity, attachment, preference, backup, job, read to {command};
grant select on all tables in schema log, claim, identity, attachment, preference, backup to {command};
grant execute on function log.append, log.answer, claim.level_before, claim.reserve_group, claim.settle_group,
  claim.release_attempt, claim.resolve_stuck, claim.tried, claim.pending_commands, claim.changes, claim.counted_with, claim.flush to {command};
grant execute on procedure claim.reserve_durably to {command};
grant execute on function log.seen, log.see to {command}, {projector};
grant execute on function log.seen to {read};
grant execute on function log.last_time, log.model_ages to {command}, {read}, {projector};
-- A backup reads all tables of these schemas, also later ones.
alter default privileges in schema log, claim, identity, attachment, preference grant select on tables to {command};
grant insert, update on claim.counter to {command};
-- `stuck` is written outside of the intent's transaction.
grant update (stuck) on claim.intent to {command};
grant insert on identity.security_event to {command};
-- Attempts and sessions older than 180 days are removed; triggers protect the others.
grant insert, delete on identity.login_attempt to {command};
grant delete on identity.session to {command};
-- Who was signed in where and when is never changed.
grant insert, update (active_at, proved_at, ended_at, end_reason) on identity.session to {command};
grant insert, update on identity.credential, identity.locked_attempts, identity.till_device,
  identity.personal_data to {command};
grant insert, update, delete on identity.refresh_token, identity.pin, identity.known_device, identity.second_factor,
  identity.recovery_code, identity.sign_in_ticket to {command};
grant insert, update, delete on identity.request_count, identity.shop_session to {command};
grant insert, update on identity.shop_account to {command};
grant insert, update, delete on attachment.upload, attachment.holder to {command};
grant insert, update on preference.place to {command};
grant insert, update, delete on preference.parked_sale to {command};
grant insert, update on preference.import_made to {command};
grant insert on backup.run to {command};
grant select, insert, update, delete on all tables in schema job to {command};
grant usage on all sequences in schema job to {command};
grant execute on all functions in schema job to {command};

-- The read API. It can see whether a password or a PIN exists, never the hash.
grant usage on schema log, claim, identity, attachment, preference, backup, read to {read};
grant select on log.event, log.program, log.restored_position, claim.clock, claim.intent, claim.intent_stream, claim.stream,
  claim.counter, claim.record to {read};
grant select on identity.session, identity.personal_data, identity.login_attempt, identity.access_log to {read};
grant select (user_id, must_change) on identity.credential to {read};
grant select (user_id, confirmed_at) on identity.second_factor to {read};
grant select (user_id, changed_at, changed_by) on identity.pin to {read};
grant select (till_id, enrolment, nth, device, enrolled_at, revoked_at, seen_at, waiting, oldest_at, refused, version, has_update,
  missing, told_at) on identity.till_device to {read};
grant select on identity.shop_session to {read};
grant update (active_at) on identity.session to {read};
grant insert on identity.security_event to {read};
grant select, insert, update, delete on identity.request_count to {read};
grant select on all tables in schema attachment, backup to {read};
grant select, insert, update, delete on preference.hidden_columns, preference.sidebar, preference.table_layout,
  preference.table_view, preference.default_view to {read};

-- The projector. It owns the read models (launcher/database/grant-rights.ts).
grant usage on schema log, claim, projection to {projector};
grant select on all tables in schema log, claim to {projector};
grant select, insert, update, delete on all tables in schema projection to {projector};
grant usage on all sequences in schema projection to {projector};
alter default privileges for role {projector} grant select on tables to {command}, {read};
alter default privileges for role {projector} grant usage on schemas to {command}, {read};
grant select on all tables in schema read to {command}, {read};
