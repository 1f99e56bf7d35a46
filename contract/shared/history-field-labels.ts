// Spanish names of tables and columns, used by the history.

/**
 * Format of a column's values. 'picture' and 'secret' show only that the value changed; 'part' belongs to another
 * field; 'restored' shows the instant of a restore; 'told' shows name and value.
 */
export type FieldKind =
  | 'day'
  | 'instant'
  | 'years'
  | 'money'
  | 'role'
  | 'links'
  | 'picture'
  | 'secret'
  | 'part'
  | 'restored'
  | 'told'

/** Name of a column with its article, such as 'el teléfono', and the format of its values; by default they are texts. */
export type FieldLabel = string | readonly [name: string, kind: FieldKind]

/** Label of a column that is not shown, since another field includes it. */
export const partOfAnotherFieldLabel = ['', 'part'] as const

export interface RecordedTableTexts {
  /** The table's row as the object of a sentence, such as 'al cliente'. */
  object: string
  /** True if the name of the row is shown. */
  named?: true
  /** Recorded columns, in display order. */
  fields: Readonly<Record<string, FieldLabel>>
}

/** Names of columns that occur in several tables. */
const sharedFields = {
  party_name: partOfAnotherFieldLabel,
  user_name: partOfAnotherFieldLabel,
  name: 'el nombre',
  id_zkteco: 'el número en el dispositivo',
  username: 'el nombre de usuario',
  email: 'el correo',
  phone_number: 'el teléfono',
  address: 'la dirección',
  social_link: ['las redes sociales', 'links'],
  is_active: '«Activo»',
  photo_url: ['la foto', 'picture'],
  photo_path: partOfAnotherFieldLabel,
  door_blocked: 'el bloqueo en la puerta',
  door_removed: 'la baja del dispositivo',
  created_at: ['la fecha de registro', 'instant'],
  updated_at: ['la fecha del último cambio', 'instant'],
  deleted_at: ['la fecha de eliminación', 'instant'],
  description: 'la descripción',
  duration_days: 'los días de duración',
  price: ['el precio', 'money'],
  id_client: 'el cliente',
  id_user: 'el usuario',
  number: 'el número',
  tax_id: 'el RNC o cédula',
  legal_name: 'la razón social',
  tax_class: 'la clase de ITBIS',
  ncf: 'el NCF',
  issued_on: ['la fecha del comprobante', 'day'],
  goods_kind: 'el tipo de bienes o servicios',
  included_tax: ['el ITBIS', 'money'],
  sn: 'el número de serie',
  opening_hours: 'el horario',
  services: 'los servicios',
  logo_url: ['el logo', 'picture'],
  logo_path: partOfAnotherFieldLabel,
  isActive: '«Activo»',
} as const satisfies Record<string, FieldLabel>

export const pickSharedFieldLabels = <const Names extends readonly (keyof typeof sharedFields)[]>(
  ...names: Names
): Record<Names[number], FieldLabel> =>
  Object.fromEntries(names.map((name) => [name, sharedFields[name]])) as Record<Names[number], FieldLabel> // cast, as Object.fromEntries types every key as string
