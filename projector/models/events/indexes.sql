alter table {schema}.event add primary key (position);
create unique index on {schema}.event (kind, entity_id, revision);
create index on {schema}.event (actor, position);
create index on {schema}.event (type, position);
create index on {schema}.event using brin (recorded_at) with (pages_per_range = 16);
-- Sales, delivered orders and returns by salesman: what a commission counts.
create index on {schema}.event ((coalesce(data ->> 'salesman_fk', data -> 'sale' ->> 'salesman_fk')::int), position)
  where type in ('sale.completed', 'sale_return.completed', 'online_order.delivered')
    and coalesce(data ->> 'salesman_fk', data -> 'sale' ->> 'salesman_fk') is not null;
