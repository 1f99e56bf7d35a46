// Spanish names of tables and columns, used by the history.
export interface FieldWords {
  /** Definite article of the noun; '' if it needs none. */
  article: 'el' | 'la' | 'los' | 'las' | ''
  noun: string
  /**
   * Format of the values; as text if absent. 'picture' and 'secret' show only that the value changed; 'part' belongs
   * to another field; 'restored' shows the instant of a restore; 'told' shows name and value.
   */
  kind?: 'day' | 'instant' | 'years' | 'money' | 'role' | 'links' | 'picture' | 'secret' | 'part' | 'restored' | 'told'
}

type Kind = FieldWords['kind']
export const el = (noun: string, kind?: Kind): FieldWords => ({ article: 'el', noun, ...(kind && { kind }) })
export const la = (noun: string, kind?: Kind): FieldWords => ({ article: 'la', noun, ...(kind && { kind }) })
export const los = (noun: string): FieldWords => ({ article: 'los', noun })
export const las = (noun: string, kind?: Kind): FieldWords => ({ article: 'las', noun, ...(kind && { kind }) })
export const plain = (noun: string): FieldWords => ({ article: '', noun })
export const told = (words: string): FieldWords => ({ article: '', noun: words, kind: 'told' })
export const part: FieldWords = { article: '', noun: '', kind: 'part' }

export interface RecordedTable {
  /** The table's row as the object of a sentence, such as 'al cliente'. */
  object: string
  /** True if the name of the row is shown. */
  named?: true
  /** Recorded columns, in display order. */
  fields: Readonly<Record<string, FieldWords>>
}

/** Names of columns that occur in several tables. */
const sharedFields = {
  party_name: part,
  user_name: part,
  name: el('nombre'),
  id_zkteco: el('número en el dispositivo'),
  username: el('nombre de usuario'),
  email: el('correo'),
  phone_number: el('teléfono'),
  address: la('dirección'),
  social_link: las('redes sociales', 'links'),
  is_active: plain('«Activo»'),
  photo_url: la('foto', 'picture'),
  photo_path: part,
  door_blocked: el('bloqueo en la puerta'),
  door_removed: la('baja del dispositivo'),
  created_at: la('fecha de registro', 'instant'),
  updated_at: la('fecha del último cambio', 'instant'),
  deleted_at: la('fecha de eliminación', 'instant'),
  description: la('descripción'),
  duration_days: los('días de duración'),
  price: el('precio', 'money'),
  id_client: el('cliente'),
  id_user: el('usuario'),
  number: el('número'),
  tax_id: el('RNC o cédula'),
  legal_name: la('razón social'),
  tax_class: la('clase de ITBIS'),
  ncf: el('NCF'),
  issued_on: la('fecha del comprobante', 'day'),
  goods_kind: el('tipo de bienes o servicios'),
  included_tax: el('ITBIS', 'money'),
  sn: el('número de serie'),
  opening_hours: el('horario'),
  services: los('servicios'),
  logo_url: el('logo', 'picture'),
  logo_path: part,
  isActive: plain('«Activo»'),
} as const satisfies Record<string, FieldWords>

export const shared = <const Names extends readonly (keyof typeof sharedFields)[]>(
  ...names: Names
): Record<Names[number], FieldWords> =>
  Object.fromEntries(names.map((name) => [name, sharedFields[name]])) as Record<Names[number], FieldWords> // cast, as Object.fromEntries types every key as string
