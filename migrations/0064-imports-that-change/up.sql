-- Imports that change records (docs/decisions/0209): how many of the rows that were made changed a record, and how many
-- found it as they say. Null in imports from before, which only added rows.
alter table preference.import_made add column updated int, add column unchanged int;
