/** Every read model. */
import { booksModel } from './books/model.ts';
import { documentsModel } from './documents/model.ts';
import { eventsModel } from './events/model.ts';
import type { Model } from './model.ts';
import { recordsModel } from './records/model.ts';

export const models: readonly Model[] = [eventsModel, recordsModel, documentsModel, booksModel];
