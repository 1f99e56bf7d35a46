// How the history calls what it tells of, in Spanish.
export interface FieldWords {
  /** '' where the noun stands by itself. */
  article: 'el' | 'la' | 'los' | 'las' | ''
  noun: string
  /**
   * How its values are written; plain where none is named. A 'picture' and a 'secret' only tell that they changed, a
   * 'part' is told by another field.
   */
  kind?: 'day' | 'instant' | 'money' | 'role' | 'links' | 'picture' | 'secret' | 'part'
}

type Kind = FieldWords['kind']
export const el = (noun: string, kind?: Kind): FieldWords => ({ article: 'el', noun, ...(kind && { kind }) })
export const la = (noun: string, kind?: Kind): FieldWords => ({ article: 'la', noun, ...(kind && { kind }) })
export const los = (noun: string): FieldWords => ({ article: 'los', noun })
export const las = (noun: string, kind?: Kind): FieldWords => ({ article: 'las', noun, ...(kind && { kind }) })
export const plain = (noun: string): FieldWords => ({ article: '', noun })
export const part: FieldWords = { article: '', noun: '', kind: 'part' }

/** A table whose changes are recorded. */
export interface RecordedTable {
  /** Its row as the object of a sentence: 'al cliente'. */
  object: string
  /** Its rows have a name, which stands beside what was changed. */
  named?: true
  /** Column → words, of those that no other table has. */
  fields?: Readonly<Record<string, FieldWords>>
}

/** Of columns that several tables have. */
export const sharedFields: Readonly<Record<string, FieldWords>> = {
  name: el('nombre'),
  id_zkteco: el('número en el dispositivo'),
  username: el('nombre de usuario'),
  email: el('correo'),
  phone_number: el('teléfono'),
  address: la('dirección'),
  social_link: las('redes sociales', 'links'),
  is_active: plain('«Activo»'),
  isActive: plain('«Activo»'),
  photo_url: la('foto', 'picture'),
  photo_path: part,
  owner: el('propietario'),
  website_url: la('página web'),
  description: la('descripción'),
  id_client: el('cliente'),
  id_user: el('usuario'),
  id_membership: el('plan'),
  id_payment: la('venta de la membresía'),
  number: el('número'),
  reason: el('motivo'),
  pin: el('número en el dispositivo'),
  created_at: la('fecha de registro', 'instant'),
  updated_at: la('fecha del último cambio', 'instant'),
  deleted_at: la('fecha de eliminación', 'instant'),
}
