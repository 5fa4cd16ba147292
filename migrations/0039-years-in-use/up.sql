-- A financial year is changed and deleted while nothing is in it (docs/decisions/0073). Years of before count as in use: which
-- days were used is not kept, and a replay of the log ("claims from the log") says it exactly.
alter table claim.period add column used boolean not null default true;
alter table claim.period alter column used set default false;
