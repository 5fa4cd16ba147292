-- Papers beside pictures (docs/decisions/0231): PDF files and workbooks, as attachments of documents, parties and years. They
-- have no width and height, and their id ends with the digest of the file.
alter table attachment.upload
  drop constraint upload_media_type_check,
  add constraint upload_media_type_check check (media_type in (
    'image/jpeg', 'image/png', 'application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')),
  alter column width drop not null,
  alter column height drop not null;
