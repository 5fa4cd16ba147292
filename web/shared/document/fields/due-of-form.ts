/** The due day in the form of a step: that of the terms of its party, until another is typed. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { daysLater, readDate } from '../../../../domain/values/effective-date.ts';
import { pastDay } from '../model/past-day.ts';
import { type PartyList, termsQuery } from './terms.ts';

interface DueOf {
  readonly list: PartyList;
  /** Of the party; nothing is proposed before it is known. */
  readonly id: unknown;
  /** The day of the step. */
  readonly date: string;
  /** The terms are those of now, whatever the day. */
  readonly isOfOpening?: boolean;
  /** The days, where they are not those of the party. */
  readonly days?: number | undefined;
  /** The day that was typed before. */
  readonly typedBefore?: string;
}

export function useDueOfForm({ list, id, date, isOfOpening = false, days: own, typedBefore = '' }: DueOf) {
  const [typed, setTyped] = useState(typedBefore);
  const { data } = useQuery({
    ...termsQuery({ list, id: Number(id), day: isOfOpening ? undefined : pastDay(date) }),
    enabled: typeof id === 'number' && own === undefined,
  });
  const [from, days] = [readDate(date), own ?? data];
  const proposed = from && days !== undefined ? daysLater(from, days) : '';
  const isTyped = typed !== '' && typed !== proposed;
  return {
    due: isTyped ? typed : proposed,
    onDue: setTyped,
    /** Only what was typed is sent: the server determines the rest. */
    sent: isTyped ? { due_date: typed } : {},
  };
}
