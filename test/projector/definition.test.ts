import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// Two programs on one database know by the version which of them is the later one.
it('the version of the read models was raised with their tables: put the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 7,
    digest: 'f7a06c8be7441f8c4f91f0e17813b63f61de29971f245bfc5dc4daed5098a931',
  });
});
