// Conditions of DGII's formats between the fields of one document. Each rule names the path of the field that is wrong.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { findElementText, listElements, type XmlElement } from './parse-xml.ts'
import { parseDgiiDay } from './xml.ts'

/** Consumer receipts from this amount on name the buyer and are sent to DGII; below it, a summary is sent. In cents. */
export const namedBuyerThresholdCents = 25_000_000n

/** Days after which a credit note no longer lowers the ITBIS. */
const taxRefundDays = 30

export const isCreditNoteTooLateForTax = (modifiedDay: string, noteDay: string): boolean =>
  addDays(modifiedDay, taxRefundDays) < noteDay

/** The format tolerates this difference between a line's amount and quantity × price, in cents. */
const lineToleranceCents = 100n

/** ITBIS fields end in 1, 2 or 3; lines have the same number as IndicadorFacturacion, and 4 if exempt. */
const rates = [
  { indicator: '1', percent: 18n },
  { indicator: '2', percent: 16n },
  { indicator: '3', percent: 0n },
]

type Finding = [path: string, isWrong: boolean]

/** Paths below the root of fields that contradict others. */
export function findInconsistentFields(root: XmlElement): string[] {
  const findings = checks[root.tag]?.(root) ?? []
  return findings.flatMap(([path, isWrong]) => (isWrong ? [path] : []))
}

const toCents = (amount: string | null): bigint => BigInt((amount ?? '0.00').replace('.', ''))
const toScaled = (decimal: string, decimals: number): bigint => {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
const addUp = (amounts: bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
const isApart = (one: bigint, other: bigint, tolerance: bigint): boolean =>
  one - other > tolerance || other - one > tolerance

function checkReceipt(root: XmlElement): Finding[] {
  const items = listElements(root, 'DetallesItems/Item').flatMap(checkItem)
  return [
    ...checkIdentity(root),
    ...checkBuyer(root),
    ...checkTotals(root),
    ...checkRates(root),
    ...items,
    ...checkReference(root),
  ]
}

function checkIdentity(root: XmlElement): Finding[] {
  const at = (tag: string) => findElementText(root, `Encabezado/IdDoc/${tag}`)
  const type = at('TipoeCF') ?? ''
  const terms = at('TipoPago')
  const dueOn = at('FechaLimitePago')
  const issuedOn = parseDgiiDay(findElementText(root, 'Encabezado/Emisor/FechaEmision') ?? '')
  const forms = listElements(root, 'Encabezado/IdDoc/TablaFormasPago/FormaDePago').map((each) =>
    findElementText(each, 'FormaPago'),
  )
  return [
    ['Encabezado/IdDoc/eNCF', at('eNCF')?.slice(1, 3) !== type],
    // A free delivery is no expense of the buyer.
    ['Encabezado/IdDoc/TipoPago', terms === '3' && type === '31'],
    ['Encabezado/IdDoc/FechaLimitePago', (terms === '2') !== (dueOn !== null)],
    ['Encabezado/IdDoc/FechaLimitePago', dueOn !== null && parseDgiiDay(dueOn) < issuedOn],
    ['Encabezado/IdDoc/TablaFormasPago', forms.includes('5') && type !== '32'],
    ['Encabezado/IdDoc/TablaFormasPago', new Set(forms).size < forms.length],
  ]
}

function checkBuyer(root: XmlElement): Finding[] {
  const at = (tag: string) => findElementText(root, `Encabezado/Comprador/${tag}`)
  const taxId = at('RNCComprador')
  const foreignId = at('IdentificadorExtranjero')
  const total = toCents(findElementText(root, 'Encabezado/Totales/MontoTotal'))
  const needsBuyer = findElementText(root, 'Encabezado/IdDoc/TipoeCF') === '32' && total >= namedBuyerThresholdCents
  return [
    ['Encabezado/Comprador/IdentificadorExtranjero', taxId !== null && foreignId !== null],
    ['Encabezado/Comprador/RNCComprador', needsBuyer && taxId === null && foreignId === null],
    ['Encabezado/Comprador/RazonSocialComprador', needsBuyer && at('RazonSocialComprador') === null],
  ]
}

function checkTotals(root: XmlElement): Finding[] {
  const at = (tag: string) => findElementText(root, `Encabezado/Totales/${tag}`)
  const cents = (tag: string) => toCents(at(tag))
  const sum = (tag: string) => addUp(rates.map(({ indicator }) => cents(tag + indicator)))
  const hasRate = rates.some(({ indicator }) => at(`MontoGravadoI${indicator}`) !== null)
  return [
    ['Encabezado/Totales/MontoGravadoTotal', hasRate !== (at('MontoGravadoTotal') !== null)],
    ['Encabezado/Totales/MontoGravadoTotal', cents('MontoGravadoTotal') !== sum('MontoGravadoI')],
    ['Encabezado/Totales/TotalITBIS', hasRate !== (at('TotalITBIS') !== null)],
    ['Encabezado/Totales/TotalITBIS', cents('TotalITBIS') !== sum('TotalITBIS')],
    [
      'Encabezado/Totales/MontoTotal',
      cents('MontoTotal') !== cents('MontoGravadoTotal') + cents('MontoExento') + cents('TotalITBIS'),
    ],
  ]
}

/** Compares the totals of each rate with the lines. */
function checkRates(root: XmlElement): Finding[] {
  const items = listElements(root, 'DetallesItems/Item')
  const at = (tag: string) => findElementText(root, `Encabezado/Totales/${tag}`)
  const addLines = (indicator: string) => {
    const lines = items.filter((item) => findElementText(item, 'IndicadorFacturacion') === indicator)
    return { count: lines.length, sum: addUp(lines.map((line) => toCents(findElementText(line, 'MontoItem')))) }
  }
  const exempt = addLines('4')
  const findings = rates.flatMap(({ indicator, percent }): Finding[] => {
    const { count, sum } = addLines(indicator)
    const base = toCents(at(`MontoGravadoI${indicator}`))
    const tax = toCents(at(`TotalITBIS${indicator}`))
    const tags = [`MontoGravadoI${indicator}`, `ITBIS${indicator}`, `TotalITBIS${indicator}`]
    return [
      ...tags.map((tag): Finding => [`Encabezado/Totales/${tag}`, count > 0 !== (at(tag) !== null)]),
      [`Encabezado/Totales/MontoGravadoI${indicator}`, base + tax !== sum],
      // Each line rounds its tax to cents, and a line that is voided bit by bit does so several times.
      [`Encabezado/Totales/TotalITBIS${indicator}`, isApart(tax * 100n, base * percent, BigInt(count) * 200n)],
    ]
  })
  const isTaxed = items.length > exempt.count
  return [
    [
      'Encabezado/IdDoc/IndicadorMontoGravado',
      isTaxed !== (findElementText(root, 'Encabezado/IdDoc/IndicadorMontoGravado') === '1'),
    ],
    ['Encabezado/Totales/MontoExento', exempt.count > 0 !== (at('MontoExento') !== null)],
    ['Encabezado/Totales/MontoExento', toCents(at('MontoExento')) !== exempt.sum],
    ...findings,
  ]
}

function checkItem(item: XmlElement, index: number): Finding[] {
  const at = (tag: string) => findElementText(item, tag)
  const path = `DetallesItems/Item[${index + 1}]`
  const discounts = listElements(item, 'TablaSubDescuento/SubDescuento')
  const discount = toCents(at('DescuentoMonto'))
  const micros = toScaled(at('CantidadItem') ?? '', 2) * toScaled(at('PrecioUnitarioItem') ?? '', 4)
  return [
    [`${path}/NumeroLinea`, at('NumeroLinea') !== String(index + 1)],
    [`${path}/DescuentoMonto`, discounts.length > 0 !== (at('DescuentoMonto') !== null)],
    [
      `${path}/DescuentoMonto`,
      addUp(discounts.map((each) => toCents(findElementText(each, 'MontoSubDescuento')))) !== discount,
    ],
    [
      `${path}/MontoItem`,
      isApart((toCents(at('MontoItem')) + discount) * 10_000n, micros, lineToleranceCents * 10_000n),
    ],
  ]
}

function checkReference(root: XmlElement): Finding[] {
  const modified = findElementText(root, 'InformacionReferencia/NCFModificado')
  if (modified === null) return []
  const type = findElementText(root, 'Encabezado/IdDoc/TipoeCF') ?? ''
  const isNote = type === '33' || type === '34'
  const modifiedDay = parseDgiiDay(findElementText(root, 'InformacionReferencia/FechaNCFModificado') ?? '')
  const issuedOn = parseDgiiDay(findElementText(root, 'Encabezado/Emisor/FechaEmision') ?? '')
  const code = findElementText(root, 'InformacionReferencia/CodigoModificacion') ?? ''
  const total = toCents(findElementText(root, 'Encabezado/Totales/MontoTotal'))
  const isLate = isCreditNoteTooLateForTax(modifiedDay, issuedOn)
  return [
    ['InformacionReferencia/FechaNCFModificado', modifiedDay > issuedOn],
    ['InformacionReferencia/CodigoModificacion', !isNote && code !== '4' && code !== '5'],
    ['InformacionReferencia/NCFModificado', code === '4' && !modified.startsWith('B')],
    ['InformacionReferencia/NCFModificado', code === '5' && !modified.startsWith('E32')],
    ['InformacionReferencia/CodigoModificacion', code === '5' && type !== '31'],
    ['Encabezado/Totales/MontoTotal', type === '34' && code === '2' && total > 0n],
    [
      'Encabezado/IdDoc/IndicadorNotaCredito',
      type === '34' && isLate !== (findElementText(root, 'Encabezado/IdDoc/IndicadorNotaCredito') === '1'),
    ],
  ]
}

function checkSummary(root: XmlElement): Finding[] {
  const total = toCents(findElementText(root, 'Encabezado/Totales/MontoTotal'))
  return [
    ...checkBuyer(root),
    ...checkTotals(root),
    ['Encabezado/Totales/MontoTotal', total >= namedBuyerThresholdCents],
  ]
}

function checkAnnulment(root: XmlElement): Finding[] {
  const lines = listElements(root, 'DetalleAnulacion/Anulacion')
  const count = (element: XmlElement) => Number(findElementText(element, 'CantidadeNCFAnulados'))
  const total = lines.reduce((sum, line) => sum + count(line), 0)
  return [
    ['Encabezado/CantidadeNCFAnulados', Number(findElementText(root, 'Encabezado/CantidadeNCFAnulados')) !== total],
    ...lines.flatMap((line, index): Finding[] => {
      const path = `DetalleAnulacion/Anulacion[${index + 1}]`
      const type = findElementText(line, 'TipoeCF') ?? ''
      const ranges = listElements(line, 'TablaRangoSecuenciasAnuladaseNCF/Secuencias').map((range) => ({
        from: findElementText(range, 'SecuenciaeNCFDesde') ?? '',
        to: findElementText(range, 'SecuenciaeNCFHasta') ?? '',
      }))
      const sizes = ranges.map(({ from, to }) => Number(to.slice(3)) - Number(from.slice(3)) + 1)
      const isDisordered = ranges.some(({ from, to }, place) => from > to || from <= (ranges[place - 1]?.to ?? ''))
      return [
        [`${path}/NoLinea`, findElementText(line, 'NoLinea') !== String(index + 1)],
        [`${path}/TipoeCF`, ranges.some(({ from, to }) => from.slice(1, 3) !== type || to.slice(1, 3) !== type)],
        [`${path}/TablaRangoSecuenciasAnuladaseNCF`, isDisordered],
        [`${path}/CantidadeNCFAnulados`, count(line) !== sizes.reduce((sum, size) => sum + size, 0)],
      ]
    }),
  ]
}

function checkAcknowledgement(root: XmlElement): Finding[] {
  const at = (tag: string) => findElementText(root, `DetalleAcusedeRecibo/${tag}`)
  const path = 'DetalleAcusedeRecibo/CodigoMotivoNoRecibido'
  return [[path, (at('Estado') === '1') !== (at('CodigoMotivoNoRecibido') !== null)]]
}

function checkApproval(root: XmlElement): Finding[] {
  const at = (tag: string) => findElementText(root, `DetalleAprobacionComercial/${tag}`)
  const path = 'DetalleAprobacionComercial/DetalleMotivoRechazo'
  return [[path, (at('Estado') === '2') !== (at('DetalleMotivoRechazo') !== null)]]
}

const checks: Record<string, (root: XmlElement) => Finding[]> = {
  ECF: checkReceipt,
  RFCE: checkSummary,
  ANECF: checkAnnulment,
  ARECF: checkAcknowledgement,
  ACECF: checkApproval,
}
