import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// The version determines which of two programs on one database is the later one.
it('the version of the read models is increased with their tables: store the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 12,
    digest: '469e66d1f8ab061ae2e623bf4b76cdaf13239b5093c2330b87f7f9c0a90a52c6',
  });
});
