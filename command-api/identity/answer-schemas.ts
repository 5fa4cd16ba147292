/** Schemas of the answers about sign-in and the user's own profile, for the API document. */
import { type Static, Type } from 'typebox';
import { CurrencyBody, type CurrencyData } from '../../domain/organisation/currency.record.ts';
import { PersonalBody } from '../../domain/people/user.record.ts';
import type { Shown } from '../../domain/registry/shown.ts';
import { SystemSettingBody } from '../../domain/registry/system-setting.record.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { shownFields } from '../../domain/schemas/held-fields.schema.ts';
import { answering, done, doneWith, succeeding } from '../http/answer-schemas.ts';

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());

const Currency = Type.Unsafe<{ currency_id: number } & CurrencyData>(
  Type.Object({ currency_id: Type.Integer(), ...shownFields(CurrencyBody.properties) }),
);
const Personal = Type.Unsafe<Shown<Static<typeof PersonalBody>>>(Type.Object(shownFields(PersonalBody.properties)));
const Settings = Type.Unsafe<Shown<Static<typeof SystemSettingBody>>>(
  Type.Object(shownFields(SystemSettingBody.properties)),
);

const Profile = Type.Object(
  {
    user_id: Type.Integer(),
    user_name: Type.String(),
    user_full_name: Text(),
    email: Type.String(),
    permissions: Type.Array(Type.String()),
    outlets: Type.Array(
      Type.Object({
        outlet_id: Type.Integer(),
        outlet_name: Type.String(),
        is_active: Type.Optional(Nullable(Type.Boolean())),
      }),
    ),
    inventories: Type.Array(
      Type.Object({
        inventory_id: Type.Integer(),
        inventory_name: Type.String(),
        outlet_fk: Type.Integer(),
        is_active: Type.Optional(Nullable(Type.Boolean())),
      }),
    ),
    current_outlet_fk: Whole(),
    current_inventory_fk: Whole(),
    default_account: Nullable(
      Type.Object({
        cash_id: Type.Integer(),
        account_name: Type.String(),
        cash_type: Type.Optional(Whole()),
        currency_fk: Type.Optional(Whole()),
        outlet_fk: Type.Optional(Whole()),
      }),
    ),
    till: Nullable(Type.Object({ till_id: Type.Integer(), till_name: Type.String(), outlet_fk: Type.Integer() })),
    personal: Personal,
    lang: Type.String(),
    theme: Type.String(),
    pagination_default: Type.Integer(),
    pagination_options: Type.String(),
    must_change_password: Type.Boolean(),
    must_set_up_second_factor: Type.Boolean(),
    system_currency: Currency,
    currencies: Type.Array(Currency),
    time_zone: Type.String(),
    system_settings: Nullable(Settings),
  },
  { title: 'Profile' },
);

const Signed = {
  /** Valid for a quarter of an hour; the session's cookie is set in addition. */
  access_token: Type.String(),
};

/** The first step: signed in, or a code of the second factor is required. */
export const SIGNED_IN = succeeding(
  Type.Object({
    access_token: Type.Optional(Type.String()),
    data: Type.Object({
      access_token: Type.Optional(Type.String()),
      user: Type.Optional(Profile),
      /** Only at a till: the key with which this PIN signs there without a network. */
      pin_key: Type.Optional(Type.Object({ issued_at: Type.String(), secret: Type.String() })),
      code_wanted: Type.Optional(Type.Boolean()),
      ticket: Type.Optional(Type.String()),
      /** Validity of the ticket. */
      seconds: Type.Optional(Type.Integer()),
    }),
  }),
);
export const REFRESHED = succeeding(Type.Object({ ...Signed, data: Type.Object(Signed) }));
export const ME = answering(Profile);
export const MY_CHANGE = doneWith(Profile);
export const DONE = done();
export const DOCS_OPENED = answering(Type.Object({ url: Type.String() }));

export const SECOND_FACTOR = answering(
  Type.Object({
    is_set_up: Type.Boolean(),
    set_up_at: Text(),
    recovery_codes_left: Type.Integer(),
    is_required: Type.Boolean(),
  }),
);
export const NEW_SECRET = doneWith(Type.Object({ secret: Type.String(), uri: Type.String() }));
export const RECOVERY_CODES = doneWith(Type.Object({ recovery_codes: Type.Array(Type.String()) }));

export const OWN_SESSIONS = answering(
  Type.Array(
    Type.Object({
      sid: Type.String({ format: 'uuid' }),
      way: Type.String(),
      device: Text(),
      ip: Text(),
      till_fk: Whole(),
      started_at: Type.String(),
      active_at: Type.String(),
      is_this: Type.Boolean(),
    }),
  ),
);

const ThisTill = Type.Object({
  is_enrolled: Type.Boolean(),
  till_id: Type.Optional(Type.Integer()),
  till_name: Type.Optional(Type.String()),
  outlet_id: Type.Optional(Type.Integer()),
  outlet_name: Type.Optional(Text()),
  cashier_login_option: Type.Optional(Type.String()),
});
/** Only a till has a name and an outlet. */
type ThisTill =
  | { is_enrolled: false }
  | {
      is_enrolled: true;
      till_id: number;
      till_name: string;
      outlet_id: number;
      outlet_name: string | null;
      cashier_login_option: string;
    };
export const THIS_TILL = answering(Type.Unsafe<ThisTill>(ThisTill));
export const CASHIERS = answering(Type.Array(Type.Object({ user_id: Type.Integer(), user_name: Type.String() })));
export const ONE_TIME_PASSWORD = doneWith(Type.Object({ password: Type.String() }));
export const PIN_HOLDER = doneWith(
  Type.Object({ id: Type.Integer(), user_fk: Type.Integer(), name: Type.String() }, { title: 'PinHolder' }),
);
/** Validity of the proof of identity. */
export const PROVED = doneWith(Type.Object({ seconds: Type.Integer() }));
