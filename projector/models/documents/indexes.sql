alter table {schema}.document add primary key (kind, id);
create index on {schema}.document (kind, date, id);
create index on {schema}.document (kind, number);
create index on {schema}.document (party, date) where party is not null;
alter table {schema}.document_line add primary key (kind, id, line_id);
create index on {schema}.document_line (item_fk, date);
-- What a customer bought, or a supplier sold, of an item last.
create index on {schema}.document_line (party, item_fk, date) where party is not null;
-- Searching looks into the middle of a text: every three letters in a row lead to their rows.
create index on {schema}.document using gin (search gin_trgm_ops);
-- What tills entered, by enrolment and number: the first entry of a document, and documents of several.
create index on {schema}.document ((data #>> '{entries,0,enrolment}'), ((data #>> '{entries,0,sequence}')::int)) where data ? 'entries';
create index on {schema}.document using gin ((data -> 'entries') jsonb_path_ops) where data #> '{entries,1}' is not null;
-- Those of which something was found wrong.
create index on {schema}.document (kind, id) where data @? '$.entries[*].broken[0]';
-- What was sold and given back at a drawer.
create index on {schema}.document (((data ->> 'drawer_fk')::int)) where kind = 'pos_sale';
create index on {schema}.document (((data #>> '{refund,drawer_fk}')::int)) where kind = 'pos_sale' and data #>> '{refund,drawer_fk}' is not null;
create index on {schema}.document using gin ((data -> 'refunds') jsonb_path_ops) where kind = 'pos_sale' and data #> '{refunds,0}' is not null;
create index on {schema}.document (((data ->> 'replaces_fk')::int)) where kind = 'pos_sale' and data ->> 'replaces_fk' is not null;
-- The orders of a customer of the application.
create index on {schema}.document (((data ->> 'online_customer_fk')::int), id) where kind = 'online_order';
