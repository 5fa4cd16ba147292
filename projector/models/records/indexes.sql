alter table {schema}.record add primary key (kind, id);
create index on {schema}.record (kind, name, id);
-- The order of people, in which lists are sorted by name.
create index on {schema}.record (kind, name collate "und-x-icu", id);
create index on {schema}.record (kind, name_ar collate "und-x-icu", id);
create index on {schema}.record (kind, name_ckb collate "und-x-icu", id);
-- Searching looks into the middle of a text: every three letters in a row lead to their rows.
create index on {schema}.record using gin (search gin_trgm_ops);
