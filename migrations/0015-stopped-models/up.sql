-- A stopped read model names the event that it cannot fold: type, stream and number of the document, the cause as a
-- word, and since when. Readers show it to people; `error` is technical and is for operators only.
alter table projection.checkpoint
  add column stopped_event_type text,
  add column stopped_stream text,
  add column stopped_number text,
  add column stopped_cause text,
  add column stopped_since timestamptz;

create or replace view read.checkpoint as
  select c.model, c.position, c.status, c.stopped_at_position, c.error, c.updated_at, c.schema,
    c.stopped_event_type, c.stopped_stream, c.stopped_number, c.stopped_cause, c.stopped_since
  from projection.checkpoint c
  join projection.build b on b.schema = c.schema and b.status = 'current';
