/** The optional columns that a person has chosen; stored on this device for each kind of document. */
import { useState } from 'react';
import { membersOf, textsOf } from '../../../../domain/values/members.ts';

const KEY = 'daftar.document-columns';

function keptChoices(): Readonly<Record<string, unknown>> {
  try {
    return membersOf(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // An invalid stored value counts as no choice.
    return {};
  }
}

export function useChosenColumns(resource: string): readonly [readonly string[], (field: string) => void] {
  const [chosen, setChosen] = useState<readonly string[]>(() => textsOf(keptChoices()[resource]));
  const toggle = (field: string) => {
    const next = chosen.includes(field) ? chosen.filter((other) => other !== field) : [...chosen, field];
    localStorage.setItem(KEY, JSON.stringify({ ...keptChoices(), [resource]: next }));
    setChosen(next);
  };
  return [chosen, toggle];
}
