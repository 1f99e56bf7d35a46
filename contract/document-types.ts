// Kinds of numbered documents, which can be voided but not edited. Each table has the columns number, party_name,
// id_user, user_name and voided_at.
interface Document {
  /** Kind of the document; the table `voids` refers to it in the column `id_<kind>`. */
  kind: string
  area: string
  table: string
  /** Names of the columns with the date and the amount. */
  at: string
  amount: string
  /** Name of the column with the purpose, for documents without lines. */
  about?: string
  /** Direction of the money, seen from the gym. */
  flow: 'in' | 'out'
  /** Spanish noun with its article: 'la venta'. */
  word: string
  title: string
  plural: string
}

const table = [
  {
    kind: 'payment',
    area: 'payments',
    table: 'membership_payments',
    at: 'payment_date',
    amount: 'price',
    flow: 'in',
    word: 'la venta de la membresía',
    title: 'Membresía',
    plural: 'Ventas de membresías',
  },
  {
    kind: 'purchase',
    area: 'purchases',
    table: 'purchases',
    at: 'created_at',
    amount: 'amount_total',
    flow: 'out',
    word: 'la compra',
    title: 'Compra',
    plural: 'Compras de productos',
  },
  {
    kind: 'expense',
    area: 'expenses',
    table: 'expenses',
    at: 'created_at',
    amount: 'amount',
    about: 'description',
    flow: 'out',
    word: 'el gasto',
    title: 'Gasto',
    plural: 'Gastos',
  },
  {
    kind: 'sale',
    area: 'sales',
    table: 'sales',
    at: 'created_at',
    amount: 'amount_total',
    flow: 'in',
    word: 'la venta',
    title: 'Venta',
    plural: 'Ventas de productos',
  },
] as const satisfies readonly Document[]

type Row = (typeof table)[number]
export type DocumentKind = Row['kind']
export interface DocumentType extends Document {
  kind: DocumentKind
  area: Row['area']
}

export const documentTypes: readonly DocumentType[] = table
export const documentKinds = table.map(({ kind }) => kind)
export const moneyOutDocumentKinds = table.flatMap((row) => (row.flow === 'out' ? [row.kind] : []))
export const documentAreaNames = table.map(({ area }) => area)

/** Returns undefined for a kind that only a newer server version knows. */
export const findDocumentType = (kind: string): DocumentType | undefined =>
  documentTypes.find((each) => each.kind === kind)

/** Returns a text such as `Venta N.º 7 (en parte)`. */
export const formatVoidedDocumentName = (voided: {
  kind: string
  document: { number: number }
  partial: boolean
}): string =>
  `${findDocumentType(voided.kind)?.title ?? 'Documento'} N.º ${voided.document.number}${voided.partial ? ' (en parte)' : ''}`
