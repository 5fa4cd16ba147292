alter table {schema}.account add primary key (account);
create index on {schema}.account (record_kind, record_id) where record_kind is not null;

-- Positions and moments of recording come in order, so a summary of each few pages finds them, and costs nothing.
create index on {schema}.journal_line (position);
create index on {schema}.journal_line using brin (recorded_at) with (pages_per_range = 16);
create index on {schema}.journal_line (account, effective_at, position);
create index on {schema}.journal_line (document_id, document_kind);
create index on {schema}.journal_line (party, effective_at) where party is not null;

alter table {schema}.movement_day add primary key (account, effective_date, recorded_date, outlet_fk, currency_fk, is_closing);
create index on {schema}.movement_day (effective_date);
create index on {schema}.movement_day (recorded_date);
alter table {schema}.movement_month add primary key (account, effective_month, recorded_month, outlet_fk, currency_fk, is_closing);
alter table {schema}.party_day add primary key (party, account, effective_date, recorded_date, outlet_fk, currency_fk);

create index on {schema}.stock_line (item_fk, inventory_fk, effective_at, move_position, move_line);
create index on {schema}.stock_line (document_id, document_kind);
create index on {schema}.stock_line (like_document, like_line) where like_document is not null;
create index on {schema}.stock_line using brin (position) with (pages_per_range = 16);
create index on {schema}.batch_line (item_fk, inventory_fk, effective_at);
create index on {schema}.batch_line (document_id, document_kind);
create index on {schema}.cash_line (account, currency_fk, effective_at, move_position, move_line);
create index on {schema}.cash_line (document_id, document_kind);
create index on {schema}.cash_line (like_document, like_line) where like_document is not null;
create index on {schema}.cash_line using brin (position) with (pages_per_range = 16);
alter table {schema}.stock_level add primary key (item_fk, inventory_fk);
alter table {schema}.cash_level add primary key (account, currency_fk);
alter table {schema}.cost_layer add primary key (item_fk, inventory_fk);

alter table {schema}.open_item add primary key (party, currency_fk, document, date, outlet_fk);
create index on {schema}.open_item (document);
alter table {schema}.open_item_change add primary key (position, line_no);
create index on {schema}.open_item_change (party, effective_date);
create index on {schema}.open_item_change (document);
