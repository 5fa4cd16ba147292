import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// The version determines which of two programs on one database is the later one.
it('the version of the read models is increased with their tables: store the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 14,
    digest: '3f52408a23aa7b582b4539c8a6918345bf79ecb50de6f81bfe24dc2a3965bcb8',
  });
});
