// Valid electronic receipts: one plain, and random ones for property tests.
import { makeTaxedLine, sumTaxedLines, type TaxClass, taxClasses } from '@torniquete/contract/fiscal/tax.ts'
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { fromCents } from '@torniquete/contract/shared/money.ts'
import fc from 'fast-check'
import type { ElectronicReceipt, ReceiptLine } from '../fiscal/do/ecf/document.ts'

export const sampleReceiptLines: ReceiptLine[] = [
  {
    description: 'Membresía mensual',
    kind: 'service',
    quantity: '1',
    unitPrice: '1500.00',
    discount: '0.00',
    taxClass: 'exempt',
    total: '1500.00',
  },
  {
    description: 'Agua & sales <500 ml>',
    kind: 'good',
    quantity: '2',
    unitPrice: '59.00',
    discount: '18.00',
    taxClass: '18',
    total: '100.00',
  },
]

const sumLines = (lines: readonly ReceiptLine[]) =>
  sumTaxedLines(lines.map(({ taxClass, total }) => makeTaxedLine(taxClass, total)))

/** A consumer receipt; totals follow the lines. */
export function makeReceipt(changes: Partial<ElectronicReceipt> = {}): ElectronicReceipt {
  const lines = changes.lines ?? sampleReceiptLines
  return {
    ncf: 'E320000000007',
    expiresOn: null,
    issuedOn: '2026-11-30',
    signedAt: new Date('2026-11-30T19:04:05Z'),
    internalNumber: 'V-000123',
    issuer: {
      taxId: '131246796',
      legalName: 'Gimnasio de Prueba SRL',
      tradeName: 'Torniquete Gym',
      branch: null,
      address: 'Calle El Sol 12',
      municipalityCode: null,
      provinceCode: null,
    },
    buyer: null,
    lines,
    totals: sumLines(lines),
    payment: { terms: 'paid', dueOn: null, forms: [{ form: 'cash', amount: sumLines(lines).total }] },
    reference: null,
    ...changes,
  }
}

export const sampleBuyer = { taxId: '101850043', foreignId: null, legalName: 'Cliente SA' }

const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 220 }).map((text) => `x${text}`)
const day = fc.integer({ min: 0, max: 3000 }).map((count) => addDays('2024-01-01', count))
const taxId = fc.oneof(fc.stringMatching(/^\d{9}$/), fc.stringMatching(/^\d{11}$/))

const line = fc
  .record({
    description: fc.oneof(
      word,
      fc.string({ minLength: 900, maxLength: 1200 }).map((text) => `x${text}`),
    ),
    kind: fc.constantFrom('good' as const, 'service' as const),
    quantity: fc.integer({ min: 1, max: 99 }),
    priceCents: fc.integer({ min: 0, max: 900_000 }),
    discountPercent: fc.integer({ min: 0, max: 100 }),
    taxClass: fc.constantFrom<TaxClass>(...taxClasses),
  })
  .map(({ quantity, priceCents, discountPercent, ...rest }): ReceiptLine => {
    const discount = Math.floor((quantity * priceCents * discountPercent) / 100)
    return {
      ...rest,
      quantity: String(quantity),
      unitPrice: fromCents(priceCents),
      discount: fromCents(discount),
      total: fromCents(quantity * priceCents - discount),
    }
  })

const forms = fc.array(
  fc.record({
    form: fc.constantFrom('cash' as const, 'transfer' as const, 'card' as const, 'credit' as const, 'other' as const),
    amount: fc.integer({ min: 0, max: 9_999_999 }).map(fromCents),
  }),
  { maxLength: 9 },
)

const base = fc.record({
  sequence: fc.integer({ min: 1, max: 9_999_999_999 }),
  issuedOn: day,
  signedAt: fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
  internalNumber: fc.option(word),
  issuer: fc.record({
    taxId,
    legalName: word,
    tradeName: fc.option(word),
    branch: fc.option(word),
    address: word,
    municipalityCode: fc.option(fc.stringMatching(/^\d{6}$/)),
    provinceCode: fc.option(fc.stringMatching(/^\d{6}$/)),
  }),
  buyer: fc.oneof(
    fc.record({ taxId, foreignId: fc.constant(null), legalName: word }),
    fc.record({ taxId: fc.constant(null), foreignId: fc.stringMatching(/^[A-Z0-9]{1,20}$/), legalName: word }),
  ),
  hasBuyer: fc.boolean(),
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  credit: fc.option(fc.integer({ min: 0, max: 90 })),
  forms,
  reference: fc.record({
    ncf: fc.constantFrom('E310000000001', 'E320000000001', 'B0100000001'),
    daysBefore: fc.integer({ min: 0, max: 60 }),
    code: fc.constantFrom(1 as const, 3 as const),
    reason: fc.option(word),
  }),
})

/** Random valid receipts of one type. */
export const makeReceiptArbitrary = (type: 'E31' | 'E32' | 'E33' | 'E34'): fc.Arbitrary<ElectronicReceipt> =>
  base.map(({ sequence, hasBuyer, credit, reference, forms: paid, ...rest }) => {
    const { lines, issuedOn, buyer } = rest
    const isNote = type === 'E33' || type === 'E34'
    const totals = sumLines(lines)
    const needsBuyer = hasBuyer || type === 'E31' || Number(totals.total) >= 250_000
    const { daysBefore, ...modified } = reference
    return {
      ...rest,
      ncf: `${type}${String(sequence).padStart(10, '0')}`,
      expiresOn: type === 'E31' || type === 'E33' ? addDays(issuedOn, 400) : null,
      buyer: needsBuyer
        ? type === 'E31'
          ? { ...buyer, taxId: buyer.taxId ?? '131246796', foreignId: null }
          : buyer
        : null,
      totals,
      payment: {
        terms: credit === null ? ('paid' as const) : ('credit' as const),
        dueOn: credit === null ? null : addDays(issuedOn, credit),
        forms: paid,
      },
      reference: isNote ? { ...modified, date: addDays(issuedOn, -daysBefore) } : null,
    }
  })
