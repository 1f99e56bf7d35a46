// Spanish names of tables and columns, used by the history.
export interface FieldLabel {
  /** Definite article of the noun; '' if it needs none. */
  article: 'el' | 'la' | 'los' | 'las' | ''
  noun: string
  /**
   * Format of the values; as text if absent. 'picture' and 'secret' show only that the value changed; 'part' belongs
   * to another field; 'restored' shows the instant of a restore; 'told' shows name and value.
   */
  kind?: 'day' | 'instant' | 'years' | 'money' | 'role' | 'links' | 'picture' | 'secret' | 'part' | 'restored' | 'told'
}

type Kind = FieldLabel['kind']
export const fieldWithEl = (noun: string, kind?: Kind): FieldLabel => ({ article: 'el', noun, ...(kind && { kind }) })
export const fieldWithLa = (noun: string, kind?: Kind): FieldLabel => ({ article: 'la', noun, ...(kind && { kind }) })
export const fieldWithLos = (noun: string): FieldLabel => ({ article: 'los', noun })
export const fieldWithLas = (noun: string, kind?: Kind): FieldLabel => ({ article: 'las', noun, ...(kind && { kind }) })
export const plain = (noun: string): FieldLabel => ({ article: '', noun })
export const told = (words: string): FieldLabel => ({ article: '', noun: words, kind: 'told' })
export const attachedField: FieldLabel = { article: '', noun: '', kind: 'part' }

export interface RecordedTable {
  /** The table's row as the object of a sentence, such as 'al cliente'. */
  object: string
  /** True if the name of the row is shown. */
  named?: true
  /** Recorded columns, in display order. */
  fields: Readonly<Record<string, FieldLabel>>
}

/** Names of columns that occur in several tables. */
const sharedFields = {
  party_name: attachedField,
  user_name: attachedField,
  name: fieldWithEl('nombre'),
  id_zkteco: fieldWithEl('número en el dispositivo'),
  username: fieldWithEl('nombre de usuario'),
  email: fieldWithEl('correo'),
  phone_number: fieldWithEl('teléfono'),
  address: fieldWithLa('dirección'),
  social_link: fieldWithLas('redes sociales', 'links'),
  is_active: plain('«Activo»'),
  photo_url: fieldWithLa('foto', 'picture'),
  photo_path: attachedField,
  door_blocked: fieldWithEl('bloqueo en la puerta'),
  door_removed: fieldWithLa('baja del dispositivo'),
  created_at: fieldWithLa('fecha de registro', 'instant'),
  updated_at: fieldWithLa('fecha del último cambio', 'instant'),
  deleted_at: fieldWithLa('fecha de eliminación', 'instant'),
  description: fieldWithLa('descripción'),
  duration_days: fieldWithLos('días de duración'),
  price: fieldWithEl('precio', 'money'),
  id_client: fieldWithEl('cliente'),
  id_user: fieldWithEl('usuario'),
  number: fieldWithEl('número'),
  tax_id: fieldWithEl('RNC o cédula'),
  legal_name: fieldWithLa('razón social'),
  tax_class: fieldWithLa('clase de ITBIS'),
  ncf: fieldWithEl('NCF'),
  issued_on: fieldWithLa('fecha del comprobante', 'day'),
  goods_kind: fieldWithEl('tipo de bienes o servicios'),
  included_tax: fieldWithEl('ITBIS', 'money'),
  sn: fieldWithEl('número de serie'),
  opening_hours: fieldWithEl('horario'),
  services: fieldWithLos('servicios'),
  logo_url: fieldWithEl('logo', 'picture'),
  logo_path: attachedField,
  isActive: plain('«Activo»'),
} as const satisfies Record<string, FieldLabel>

export const shared = <const Names extends readonly (keyof typeof sharedFields)[]>(
  ...names: Names
): Record<Names[number], FieldLabel> =>
  Object.fromEntries(names.map((name) => [name, sharedFields[name]])) as Record<Names[number], FieldLabel> // cast, as Object.fromEntries types every key as string
