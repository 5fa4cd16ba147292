/** The day of the document that is open, for what is shown of the goods of its lines. */
import { useQueries } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type Draft, idOf, type Value } from '../draft.ts';
import { pastDay } from '../past-day.ts';
import { itemQueryOn } from './items.ts';

const DocumentDay = createContext<Value | undefined>(undefined);
export const DocumentDayProvider = DocumentDay.Provider;

/** Undefined outside of a document, where everything is that of now. */
export const useDocumentDay = (): Value | undefined => useContext(DocumentDay);

/** As many goods as are asked about elsewhere for the lines that are shown. */
const ASKED_MAX = 100;

/** Reads the goods of a document of an earlier day as they were, also of one that was stored. */
export function useItemsOfDay({ header, lines }: Draft): void {
  const day = header['date'];
  const items = pastDay(day) === undefined ? [] : lines.flatMap(({ fields }) => idOf(fields, 'item_fk') ?? []);
  const asked = [...new Set(items)].slice(0, ASKED_MAX);
  useQueries({ queries: asked.map((item) => itemQueryOn(item, day)) });
}
