-- Records whose ids are known by the rules (domain/organisation/currency.record.ts, singletons of domain/kernel/record.ts)
-- are entered with them and take none from the counters. Without this, the first currency that a person adds would get the
-- id of the dinar.
insert into claim.counter (kind, value)
values ('currency', 2), ('system_setting', 1), ('system_profile', 1), ('app_setting', 1)
on conflict (kind) do update set value = greatest(claim.counter.value, excluded.value);
