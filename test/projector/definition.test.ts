import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// The version determines which of two programs on one database is the later one.
it('the version of the read models is increased with their tables: store the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 13,
    digest: '602c938d0576dd35c53f2ad16a3fc078f73d417bfc55d7f760ecb4223a7ca8bc',
  });
});
