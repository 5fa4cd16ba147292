/** A category with those below it. */
import type { Reads } from '../shared/api/read.ts';

export type Branch = Reads['categories/tree_list'][number];
