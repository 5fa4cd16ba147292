-- Customers of the application are unique by the international form of their number (docs/decisions/0119,
-- domain/mobile/mobile-number.ts): 0770…, 00964770… and +964 770… are one. Earlier claims have the number as it was typed,
-- without separators.
--
-- Where several customers have one number in different spellings, the newest holds it, and the others stand beside it: they
-- sign in with it no longer. "npm run doctor" lists them.
create temp table number_key on commit drop as
select t.key as was, t.owner,
  case
    when t.key !~ '^\+?[0-9]+$' then t.key
    when digits ~ '^964' and (is_whole or length(digits) >= 12) then '+964' || ltrim(substr(digits, 4), '0')
    when is_whole then '+' || digits
    else '+964' || ltrim(digits, '0')
  end as key
from claim.taken t
cross join lateral (select t.key ~ '^(\+|00)' as is_whole, regexp_replace(t.key, '^(\+|00)', '') as digits) n
where t."set" = 'online_customer.mobile';

delete from claim.taken where "set" = 'online_customer.mobile';
with holder as (
  select key, owner, row_number() over (partition by key order by split_part(owner, '-', 2)::int desc) as place
  from (select distinct key, owner from number_key) k
), first as (
  insert into claim.taken ("set", key, owner) select 'online_customer.mobile', key, owner from holder where place = 1
)
insert into claim.taken_beside ("set", key, owner) select 'online_customer.mobile', key, owner from holder where place > 1;
