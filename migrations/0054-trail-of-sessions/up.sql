-- Refresh tokens that replaced the same token are siblings: two windows, or a lost answer. One of them is carried on with; the use
-- of another later means that it was stolen (command-api/identity/sessions.ts).
alter table identity.refresh_token add parent bytea;
create index refresh_token_of_parent on identity.refresh_token (parent) where parent is not null;

-- Sessions are the trail of who was signed in: they are not removed for 180 days, and an end is not taken back.
create trigger session_is_kept before update of ended_at or delete on identity.session
  for each row execute function identity.refuse_early_removal();
