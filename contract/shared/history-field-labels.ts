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
export const makeMasculineLabel = (noun: string, kind?: Kind): FieldLabel => ({
  article: 'el',
  noun,
  ...(kind && { kind }),
})
export const makeFeminineLabel = (noun: string, kind?: Kind): FieldLabel => ({
  article: 'la',
  noun,
  ...(kind && { kind }),
})
export const makeMasculinePluralLabel = (noun: string): FieldLabel => ({ article: 'los', noun })
export const makeFemininePluralLabel = (noun: string, kind?: Kind): FieldLabel => ({
  article: 'las',
  noun,
  ...(kind && { kind }),
})
export const makeLabelWithoutArticle = (noun: string): FieldLabel => ({ article: '', noun })
export const makeActLabel = (words: string): FieldLabel => ({ article: '', noun: words, kind: 'told' })
export const partOfAnotherFieldLabel: FieldLabel = { article: '', noun: '', kind: 'part' }

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
  name: makeMasculineLabel('nombre'),
  id_zkteco: makeMasculineLabel('número en el dispositivo'),
  username: makeMasculineLabel('nombre de usuario'),
  email: makeMasculineLabel('correo'),
  phone_number: makeMasculineLabel('teléfono'),
  address: makeFeminineLabel('dirección'),
  social_link: makeFemininePluralLabel('redes sociales', 'links'),
  is_active: makeLabelWithoutArticle('«Activo»'),
  photo_url: makeFeminineLabel('foto', 'picture'),
  photo_path: partOfAnotherFieldLabel,
  door_blocked: makeMasculineLabel('bloqueo en la puerta'),
  door_removed: makeFeminineLabel('baja del dispositivo'),
  created_at: makeFeminineLabel('fecha de registro', 'instant'),
  updated_at: makeFeminineLabel('fecha del último cambio', 'instant'),
  deleted_at: makeFeminineLabel('fecha de eliminación', 'instant'),
  description: makeFeminineLabel('descripción'),
  duration_days: makeMasculinePluralLabel('días de duración'),
  price: makeMasculineLabel('precio', 'money'),
  id_client: makeMasculineLabel('cliente'),
  id_user: makeMasculineLabel('usuario'),
  number: makeMasculineLabel('número'),
  tax_id: makeMasculineLabel('RNC o cédula'),
  legal_name: makeFeminineLabel('razón social'),
  tax_class: makeFeminineLabel('clase de ITBIS'),
  ncf: makeMasculineLabel('NCF'),
  issued_on: makeFeminineLabel('fecha del comprobante', 'day'),
  goods_kind: makeMasculineLabel('tipo de bienes o servicios'),
  included_tax: makeMasculineLabel('ITBIS', 'money'),
  sn: makeMasculineLabel('número de serie'),
  opening_hours: makeMasculineLabel('horario'),
  services: makeMasculinePluralLabel('servicios'),
  logo_url: makeMasculineLabel('logo', 'picture'),
  logo_path: partOfAnotherFieldLabel,
  isActive: makeLabelWithoutArticle('«Activo»'),
} as const satisfies Record<string, FieldLabel>

export const pickSharedFieldLabels = <const Names extends readonly (keyof typeof sharedFields)[]>(
  ...names: Names
): Record<Names[number], FieldLabel> =>
  Object.fromEntries(names.map((name) => [name, sharedFields[name]])) as Record<Names[number], FieldLabel> // cast, as Object.fromEntries types every key as string
