import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// Two programs on one database know by the version which of them is the later one.
it('the version of the read models was raised with their tables: put the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 7,
    digest: '65f01a59def740caf75ea92199c909860f02cdbcead22e2aff8d4c83095f8beb',
  });
});
