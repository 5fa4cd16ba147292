alter table {schema}.record add primary key (kind, id);
create index on {schema}.record (kind, name, id);
