-- Customers of the application are unique by the normal form of their mobile number (docs/decisions/0084,
-- domain/mobile/mobile-number.ts). Earlier claims have the number as it was typed. Where several customers have one number in
-- different spellings, the one with the normal form keeps it, else the newest.
insert into claim.taken ("set", key, owner)
select distinct on (t.normal) t."set", t.normal, t.owner
from (select *, regexp_replace(key, '[ ()./-]', '', 'g') as normal from claim.taken where "set" = 'online_customer.mobile') t
where t.normal <> t.key and t.normal <> ''
order by t.normal, split_part(t.owner, '-', 2)::int desc
on conflict do nothing;
delete from claim.taken where "set" = 'online_customer.mobile' and key ~ '[ ()./-]';
