-- Imports of files (docs/decisions/0205): what the log cannot tell of one. What an import has made is in the log, under
-- commands whose ids follow from the import's id and the step, so only the number of rows and the names that it was told
-- to make are kept here. The parameters say in which outlet or inventory its rows lie.
create table preference.import_made (
  import_id uuid primary key,
  format text not null,
  -- Null when the client told no name.
  file_name text,
  -- SHA-256 of the file, hexadecimal.
  file_digest text,
  user_id int not null,
  started_at timestamptz not null,
  asked int not null,
  outlet_fk int,
  inventory_fk int,
  -- Pairs of resource and name.
  names json not null,
  -- Null while it runs. An import that stored nothing made no row.
  ended_at timestamptz,
  made int,
  left_out int,
  -- The last taking back, and how much of what was made it found or left taken back.
  taken_back_at timestamptz,
  taken_back_by int,
  taken_back int,
  kept int
);
create index import_made_at on preference.import_made (started_at desc);
