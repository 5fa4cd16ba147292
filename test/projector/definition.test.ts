import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// The version determines which of two programs on one database is the later one.
it('the version of the read models is increased with their tables: store the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 15,
    digest: '837c1e798d187d1d85d9e2b8c772cf79366b917fa16a51f5e4577c9af8d4b1e8',
  });
});
