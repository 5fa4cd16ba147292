-- Which of two programs made the later tables: their digests differ in no order, their versions do
-- (projector/builds/definition.ts). Builds from before are older than any.
alter table projection.build add column version int not null default 0;
