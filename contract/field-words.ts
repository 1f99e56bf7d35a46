// How the history calls what it tells of, in Spanish.
export interface FieldWords {
  /** '' where the noun stands by itself. */
  article: 'el' | 'la' | 'los' | 'las' | ''
  noun: string
  /**
   * How its values are written; plain where none is named. A 'picture' and a 'secret' only tell that they changed, a
   * 'part' is told by another field. What was 'restored' is no value that changed: its words and its instant say all; what
   * is 'told' its words and its value.
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

/** A table whose changes are recorded. */
export interface RecordedTable {
  /** Its row as the object of a sentence: 'al cliente'. */
  object: string
  /** Its rows have a name, which stands beside what was changed. */
  named?: true
  /** Its columns in the order in which they are told. */
  fields: Readonly<Record<string, FieldWords>>
}

/** Of columns that several tables have. */
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
  sn: el('número de serie'),
  opening_hours: el('horario'),
  services: los('servicios'),
  logo_url: el('logo', 'picture'),
  logo_path: part,
  isActive: plain('«Activo»'),
} as const satisfies Record<string, FieldWords>

/** The words of columns that other tables have too. */
export const shared = <const Names extends readonly (keyof typeof sharedFields)[]>(
  ...names: Names
): Record<Names[number], FieldWords> =>
  Object.fromEntries(names.map((name) => [name, sharedFields[name]])) as Record<Names[number], FieldWords> // as asked for
