/** The declaration of a record's page beyond the record's schema: order, groups, and special features. */
import type { ComponentType, ReactNode } from 'react';
import type { RecordData, StoredRecord } from '../api/record.ts';
import type { Me } from '../session/session.ts';
import type { Choices } from './field-spec.ts';
import type { Proposals } from './proposed-fields.tsx';
import type { FormValues } from './values.ts';

export interface FormSection {
  /** Key of the heading; none for the first section. */
  readonly title?: string;
  /** Key of a text below the heading. */
  readonly hint?: string;
  readonly fields: readonly string[];
  /** Hides the section for some records or people; `record` is undefined for a new one. */
  readonly shown?: (record: StoredRecord | undefined, me: Me) => boolean;
}

export interface FormTab {
  /** Key of its name. */
  readonly title: string;
  readonly shown: (record: StoredRecord) => boolean;
  readonly content: ComponentType<{ readonly record: StoredRecord }>;
}

export interface FormDeclaration {
  readonly resource: string;
  /** Key of the record's name: `catalogue:item`. */
  readonly title: string;
  /** Fields in their groups; remaining fields of the schema come last. */
  readonly sections: readonly FormSection[];
  readonly initial?: RecordData;
  /** Initial values from the address of a new record's page: for example a barcode unknown to a till. */
  readonly fromAddress?: (asked: URLSearchParams) => RecordData;
  /** Copies the fields of the record in the address, except its name. */
  readonly copies?: true;
  /** There is exactly one record, number 1, and no list. */
  readonly singleton?: true;
  /** Called after a change was stored. */
  readonly changed?: () => void;
  /** Fields with their own permission; without it they are read-only. */
  readonly fieldPermissions?: Readonly<Record<string, string>>;
  /** Numeric codes with labels. */
  readonly choices?: Choices;
  /** Shown above the fields of a new record, for templates; `fill` puts values into the form. */
  readonly beginning?: ComponentType<{ readonly fill: (data: RecordData) => void }>;
  /** Fields required for a new record that older ones may lack; fields that the person may not edit are omitted. */
  readonly requiredForNew?: readonly string[];
  /** Further checks of a new record: message keys by field. */
  readonly checkNew?: (values: FormValues) => Readonly<Record<string, string>>;
  /** Fields of a new record that are derived from others until a person types in them. */
  readonly proposals?: Proposals;
  /** Shown below the fields, with the current values. */
  readonly preview?: ComponentType<{ readonly values: RecordData }>;
  /** Says while a name is typed which other records have it. */
  readonly warnsOfSameName?: true;
  /** Fields of telephones: while one is typed, it says which other records have it. */
  readonly telephones?: readonly string[];
  /** An additional tab of an existing record. */
  readonly tab?: FormTab;
  /** Beside the tabs of an existing record: figures, actions. */
  readonly aside?: (record: StoredRecord) => ReactNode;
}
