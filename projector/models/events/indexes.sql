alter table {schema}.event add primary key (position);
create unique index on {schema}.event (kind, entity_id, revision);
create index on {schema}.event (actor, position);
create index on {schema}.event (type, position);
create index on {schema}.event using brin (recorded_at) with (pages_per_range = 16);
-- Sales and delivered orders that took promotions, and returns by their sale: what the report of promotions reads.
create index on {schema}.event (position) where type in ('sale.completed', 'online_order.delivered')
  and coalesce(data -> 'promotions', data -> 'sale' -> 'promotions') is not null;
create index on {schema}.event (((data ->> 'sale_fk')::int)) where type = 'sale_return.completed';
-- Sales, delivered orders and returns by salesman: what a commission counts.
create index on {schema}.event ((coalesce(data ->> 'salesman_fk', data -> 'sale' ->> 'salesman_fk')::int), position)
  where type in ('sale.completed', 'sale_return.completed', 'online_order.delivered')
    and coalesce(data ->> 'salesman_fk', data -> 'sale' ->> 'salesman_fk') is not null;
