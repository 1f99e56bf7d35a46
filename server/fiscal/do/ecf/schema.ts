// Fields of the XML documents for DGII: order, presence, length and repetition. Source: format of e-CF v1.0, of RFCE v1.0,
// of ANECF v1.0, of ARECF v1.0 and of ACECF v1.0 with their XSD files. The table has the fields that Torniquete writes, and no others.
import { isCalendarDay } from '@torniquete/contract/shared/dates.ts'
import { parseDgiiDay } from './xml.ts'

/** R required, O optional or conditional, - not allowed. */
type Presence = 'R' | 'O' | '-'

interface Rule {
  tag: string
  /** One letter for all types, or one for each of 31, 32, 33 and 34. */
  presence: string
  maxCount: number
}

interface Format {
  maxLength: number
  hasValidForm: (text: string) => boolean
}

export interface LeafRule extends Rule, Format {}

export interface GroupRule extends Rule {
  /** Undefined if the children are not checked. */
  children: ElementRule[] | undefined
}

export type ElementRule = LeafRule | GroupRule

/** Types in the order of the letters of a presence. */
const columns = ['31', '32', '33', '34']

export const getElementPresence = ({ presence }: Rule, type: string): Presence =>
  (presence.length === 1 ? presence : (presence[columns.indexOf(type)] ?? '-')) as Presence

const leaf = (tag: string, presence: string, format: Format): LeafRule => ({ tag, presence, maxCount: 1, ...format })

const branch = (tag: string, presence: string, children: ElementRule[], maxCount = 1): GroupRule => ({
  tag,
  presence,
  maxCount,
  children,
})

const matching = (pattern: RegExp, maxLength: number): Format => ({
  maxLength,
  hasValidForm: (text) => pattern.test(text),
})
const freeText = (maxLength: number): Format => ({ maxLength, hasValidForm: (text) => text === text.trim() })
const digits = (maxLength: number): Format => matching(/^\d+$/, maxLength)
const code = (...codes: (string | number)[]): Format => {
  const texts = codes.map(String)
  return { maxLength: Math.max(...texts.map(({ length }) => length)), hasValidForm: (text) => texts.includes(text) }
}
const day: Format = {
  maxLength: 10,
  hasValidForm: (text) => /^\d\d-\d\d-(19|20)\d\d$/.test(text) && isCalendarDay(parseDgiiDay(text)),
}
const instant: Format = {
  maxLength: 19,
  hasValidForm: (text) => day.hasValidForm(text.slice(0, 10)) && /^.{10} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text),
}
/** The formats allow 16 digits before the point, and two after it. */
const amount = matching(/^\d{1,16}\.\d\d$/, 19)
const quantity = matching(/^(?=.*[1-9])\d{1,16}(\.\d{1,2})?$/, 19)
const price = matching(/^\d{1,16}(\.\d{1,4})?$/, 21)
const taxId = matching(/^(\d{9}|\d{11})$/, 11)
const receiptNumber = matching(/^E\d{12}$/, 13)
const place = digits(6)
const incomeKind = code('01', '02', '03', '04', '05', '06')

/** The signature, whose content is checked by verification. */
const signature: GroupRule = { tag: 'Signature', presence: 'O', maxCount: 1, children: undefined }

const payments = (presence: string) =>
  branch('TablaFormasPago', presence, [
    branch(
      'FormaDePago',
      'R',
      [leaf('FormaPago', 'R', code(1, 2, 3, 4, 5, 6, 7, 8)), leaf('MontoPago', 'R', amount)],
      7,
    ),
  ])

const identity = branch('IdDoc', 'R', [
  leaf('TipoeCF', 'R', code(...columns)),
  leaf('eNCF', 'R', receiptNumber),
  leaf('FechaVencimientoSecuencia', 'R-R-', day),
  leaf('IndicadorNotaCredito', '---R', code(0, 1)),
  leaf('IndicadorMontoGravado', 'O', code(0, 1)),
  leaf('TipoIngresos', 'R', incomeKind),
  leaf('TipoPago', 'R', code(1, 2, 3)),
  leaf('FechaLimitePago', 'O', day),
  payments('OOO-'),
])

const issuer = branch('Emisor', 'R', [
  leaf('RNCEmisor', 'R', taxId),
  leaf('RazonSocialEmisor', 'R', freeText(150)),
  leaf('NombreComercial', 'O', freeText(150)),
  leaf('Sucursal', 'O', freeText(20)),
  leaf('DireccionEmisor', 'R', freeText(100)),
  leaf('Municipio', 'O', place),
  leaf('Provincia', 'O', place),
  leaf('NumeroFacturaInterna', 'O', freeText(20)),
  leaf('FechaEmision', 'R', day),
])

const buyer = branch('Comprador', 'RROO', [
  leaf('RNCComprador', 'ROOO', taxId),
  leaf('IdentificadorExtranjero', '-OOO', freeText(20)),
  leaf('RazonSocialComprador', 'ROOO', freeText(150)),
])

const taxableAmounts = ['MontoGravadoTotal', 'MontoGravadoI1', 'MontoGravadoI2', 'MontoGravadoI3', 'MontoExento']
const taxAmounts = ['TotalITBIS', 'TotalITBIS1', 'TotalITBIS2', 'TotalITBIS3']
const optionalAmounts = (tags: string[]) => tags.map((tag) => leaf(tag, 'O', amount))

const totals = branch('Totales', 'R', [
  ...optionalAmounts(taxableAmounts),
  leaf('ITBIS1', 'O', code(18)),
  leaf('ITBIS2', 'O', code(16)),
  leaf('ITBIS3', 'O', code(0)),
  ...optionalAmounts(taxAmounts),
  leaf('MontoTotal', 'R', amount),
])

const discounts = branch('TablaSubDescuento', 'O', [
  branch(
    'SubDescuento',
    'R',
    [leaf('TipoSubDescuento', 'R', code('$', '%')), leaf('MontoSubDescuento', 'R', amount)],
    12,
  ),
])

/** Lines of a document. The XSD files allow 1,000 in types 31 and 32, and 10,000 in the notes. */
export const maxReceiptLines = 1000

const item = branch(
  'Item',
  'R',
  [
    leaf('NumeroLinea', 'R', digits(4)),
    leaf('IndicadorFacturacion', 'R', code(1, 2, 3, 4)),
    leaf('NombreItem', 'R', freeText(80)),
    leaf('IndicadorBienoServicio', 'R', code(1, 2)),
    leaf('DescripcionItem', 'O', freeText(1000)),
    leaf('CantidadItem', 'R', quantity),
    leaf('PrecioUnitarioItem', 'R', price),
    leaf('DescuentoMonto', 'O', amount),
    discounts,
    leaf('MontoItem', 'R', amount),
  ],
  maxReceiptLines,
)

const reference = branch('InformacionReferencia', 'OORR', [
  leaf('NCFModificado', 'R', matching(/^(B\d{10}|E\d{12})$/, 13)),
  leaf('FechaNCFModificado', 'R', day),
  leaf('CodigoModificacion', 'R', code(1, 2, 3, 4, 5)),
  leaf('RazonModificacion', '--OO', freeText(90)),
])

const version = leaf('Version', 'R', code('1.0'))

const receipt = branch('ECF', 'R', [
  branch('Encabezado', 'R', [version, identity, issuer, buyer, totals]),
  branch('DetallesItems', 'R', [item]),
  reference,
  leaf('FechaHoraFirma', 'R', instant),
  signature,
])

const summary = branch('RFCE', 'R', [
  branch('Encabezado', 'R', [
    version,
    branch('IdDoc', 'R', [
      leaf('TipoeCF', 'R', code(32)),
      leaf('eNCF', 'R', matching(/^E32\d{10}$/, 13)),
      leaf('TipoIngresos', 'R', incomeKind),
      leaf('TipoPago', 'R', code(1, 2, 3)),
      payments('O'),
    ]),
    branch('Emisor', 'R', [
      leaf('RNCEmisor', 'R', taxId),
      leaf('RazonSocialEmisor', 'R', freeText(150)),
      leaf('FechaEmision', 'R', day),
    ]),
    branch('Comprador', 'R', [
      leaf('RNCComprador', 'O', taxId),
      leaf('IdentificadorExtranjero', 'O', freeText(20)),
      leaf('RazonSocialComprador', 'O', freeText(150)),
    ]),
    branch('Totales', 'R', [...optionalAmounts([...taxableAmounts, ...taxAmounts]), leaf('MontoTotal', 'R', amount)]),
    leaf('CodigoSeguridadeCF', 'R', matching(/^[A-Za-z0-9+/]{6}$/, 6)),
  ]),
  signature,
])

const annulment = branch('ANECF', 'R', [
  branch('Encabezado', 'R', [
    version,
    leaf('RncEmisor', 'R', taxId),
    leaf('CantidadeNCFAnulados', 'R', digits(10)),
    leaf('FechaHoraAnulacioneNCF', 'R', instant),
  ]),
  branch('DetalleAnulacion', 'R', [
    branch(
      'Anulacion',
      'R',
      [
        leaf('NoLinea', 'R', digits(2)),
        leaf('TipoeCF', 'R', code(31, 32, 33, 34, 41, 43, 44, 45, 46, 47)),
        branch('TablaRangoSecuenciasAnuladaseNCF', 'R', [
          branch(
            'Secuencias',
            'R',
            [leaf('SecuenciaeNCFDesde', 'R', receiptNumber), leaf('SecuenciaeNCFHasta', 'R', receiptNumber)],
            10_000,
          ),
        ]),
        leaf('CantidadeNCFAnulados', 'R', digits(10)),
      ],
      10,
    ),
  ]),
  signature,
])

const acknowledgement = branch('ARECF', 'R', [
  branch('DetalleAcusedeRecibo', 'R', [
    version,
    leaf('RNCEmisor', 'R', taxId),
    leaf('RNCComprador', 'R', taxId),
    leaf('eNCF', 'R', matching(/^(\w{9}|\w{11}|\w{13})$/, 13)),
    leaf('Estado', 'R', code(0, 1)),
    leaf('CodigoMotivoNoRecibido', 'O', code(1, 2, 3, 4)),
    leaf('FechaHoraAcuseRecibo', 'R', instant),
  ]),
  signature,
])

const approval = branch('ACECF', 'R', [
  branch('DetalleAprobacionComercial', 'R', [
    version,
    leaf('RNCEmisor', 'R', taxId),
    leaf('eNCF', 'R', receiptNumber),
    leaf('FechaEmision', 'R', day),
    leaf('MontoTotal', 'R', amount),
    leaf('RNCComprador', 'R', taxId),
    leaf('Estado', 'R', code(1, 2)),
    leaf('DetalleMotivoRechazo', 'O', freeText(250)),
    leaf('FechaHoraAprobacionComercial', 'R', instant),
  ]),
  signature,
])

export const documentSchemas: Record<string, GroupRule> = {
  ECF: receipt,
  RFCE: summary,
  ANECF: annulment,
  ARECF: acknowledgement,
  ACECF: approval,
}
