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
export const elField = (noun: string, kind?: Kind): FieldWords => ({ article: 'el', noun, ...(kind && { kind }) })
export const laField = (noun: string, kind?: Kind): FieldWords => ({ article: 'la', noun, ...(kind && { kind }) })
export const losField = (noun: string): FieldWords => ({ article: 'los', noun })
export const lasField = (noun: string, kind?: Kind): FieldWords => ({ article: 'las', noun, ...(kind && { kind }) })
export const plain = (noun: string): FieldWords => ({ article: '', noun })
export const told = (words: string): FieldWords => ({ article: '', noun: words, kind: 'told' })
export const attachedField: FieldWords = { article: '', noun: '', kind: 'part' }

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
  party_name: attachedField,
  user_name: attachedField,
  name: elField('nombre'),
  id_zkteco: elField('número en el dispositivo'),
  username: elField('nombre de usuario'),
  email: elField('correo'),
  phone_number: elField('teléfono'),
  address: laField('dirección'),
  social_link: lasField('redes sociales', 'links'),
  is_active: plain('«Activo»'),
  photo_url: laField('foto', 'picture'),
  photo_path: attachedField,
  door_blocked: elField('bloqueo en la puerta'),
  door_removed: laField('baja del dispositivo'),
  created_at: laField('fecha de registro', 'instant'),
  updated_at: laField('fecha del último cambio', 'instant'),
  deleted_at: laField('fecha de eliminación', 'instant'),
  description: laField('descripción'),
  duration_days: losField('días de duración'),
  price: elField('precio', 'money'),
  id_client: elField('cliente'),
  id_user: elField('usuario'),
  number: elField('número'),
  sn: elField('número de serie'),
  opening_hours: elField('horario'),
  services: losField('servicios'),
  logo_url: elField('logo', 'picture'),
  logo_path: attachedField,
  isActive: plain('«Activo»'),
} as const satisfies Record<string, FieldWords>

export const shared = <const Names extends readonly (keyof typeof sharedFields)[]>(
  ...names: Names
): Record<Names[number], FieldWords> =>
  Object.fromEntries(names.map((name) => [name, sharedFields[name]])) as Record<Names[number], FieldWords> // cast, as Object.fromEntries types every key as string
