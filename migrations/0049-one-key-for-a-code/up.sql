-- Barcodes are unique by the key of domain/catalogue/code.ts (docs/decisions/0104): Latin digits, no blanks and apostrophes,
-- and a GTIN as a number without leading zeros. Earlier claims have the folded text.
--
-- Several items may have one code in different spellings. They keep it: the item with the lowest number holds the key, and the
-- others stand beside it (claim.apply_reservations, claim.apply_releases). "npm run doctor" lists them.
create table claim.taken_beside (
  "set" text not null,
  key text not null,
  owner text not null,
  primary key ("set", key, owner)
);

create temp table code_key on commit drop as
with zero (point) as (
  select unnest(array[1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160,
    4240, 6112, 6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016])
), digit (theirs, latin) as (
  select string_agg(chr(point + value), '' order by point, value), string_agg(value::text, '' order by point, value)
  from zero, generate_series(0, 9) value
)
select t.key as was, t.owner, g.key
from claim.taken t cross join digit
cross join lateral (select btrim(translate(t.key, theirs, latin)) as folded) f
cross join lateral (select btrim(regexp_replace(folded, '^[''‘’`]+ *(.)', '\1')) as told) a
cross join lateral (select case when replace(told, ' ', '') ~ '^[0-9]+$' then replace(told, ' ', '') else told end as plain) p
cross join lateral (select translate(plain, ' -', '') as digits) d
cross join lateral (
  select case when digits ~ '^([0-9]{8}|[0-9]{12,14})$' then (
    select sum(substr(digits, i, 1)::int * case when (length(digits) - i) % 2 = 1 then 3 else 1 end) % 10 = 0
    from generate_series(1, length(digits)) i) else false end as is_gtin) c
cross join lateral (select case when is_gtin then regexp_replace(digits, '^0+(?=.)', '') else plain end as key) g
where t."set" = 'item.item_units.barcodes';

delete from claim.taken where "set" = 'item.item_units.barcodes';
with holder as (
  select key, owner, row_number() over (partition by key order by split_part(owner, '-', 2)::int) as place
  from (select distinct key, owner from code_key) k
), first as (
  insert into claim.taken ("set", key, owner) select 'item.item_units.barcodes', key, owner from holder where place = 1
)
insert into claim.taken_beside ("set", key, owner) select 'item.item_units.barcodes', key, owner from holder where place > 1;
