-- Uploaded pictures, and the records and documents whose commands named them. The pictures are files below the data
-- folder, named by the digest of their content; only the events of a document state that it has a picture.

create schema attachment;

create table attachment.upload (
  -- 32 random hexadecimal digits: the address of a picture is not to be guessed.
  id text collate "C" primary key,
  -- SHA-256 of the stored file, which is its name.
  digest text collate "C" not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  bytes int not null,
  width int not null,
  height int not null,
  -- As the person's device called it.
  file_name text not null,
  uploaded_by int not null,
  uploaded_at timestamptz not null default now()
);
create index on attachment.upload (digest);
create index on attachment.upload (uploaded_by, uploaded_at);

-- A command writes its row before its events, so that no picture is removed while it is being attached. A row whose
-- events were never stored has no effect.
create table attachment.holder (
  attachment text collate "C" not null references attachment.upload (id) on delete cascade,
  -- `item-5`
  stream text collate "C" not null,
  asked_at timestamptz not null default now(),
  -- True when the removal of unused pictures has found it in an event of the stream, which is then not read again.
  is_confirmed boolean not null default false,
  primary key (attachment, stream)
);
create index on attachment.holder (asked_at) where not is_confirmed;
