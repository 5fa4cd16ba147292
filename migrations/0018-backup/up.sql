-- Runs of backups: each that was made or failed, and each check of an old one. They are facts of this place and its
-- BACKUP_DIR, so they are not part of a backup themselves.

create schema backup;

create table backup.run (
  run_id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'check')),
  -- Made by itself into BACKUP_DIR, and not by `npm run backup`.
  is_daily boolean not null,
  file text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  bytes bigint,
  events bigint,
  last_position bigint,
  -- Why it failed, as a word that screens have in every language; null when all is well. `detail` is technical.
  problem text check (problem in ('disk_full', 'folder_missing', 'not_writable', 'pictures_missing', 'damaged', 'failed')),
  detail text
);
create index run_of_kind on backup.run (kind, started_at desc);

-- Of a log that was restored into KurrentDB, which chooses a new place for each event: where some positions of the
-- backup are now, in ascending order, and the last of them (event-store/kurrentdb/positions.ts). Empty everywhere else.
create table log.restored_position (position bigint primary key, place bigint not null unique);
