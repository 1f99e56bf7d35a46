import type { GymInfo, PrintedGymFields } from '@torniquete/contract/admin/gym-info.ts'
import type { FiscalReceipt } from '@torniquete/contract/fiscal/receipts.ts'
import { addAmounts } from '@torniquete/contract/shared/money.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { expect, test } from 'vitest'
import { listCreditNotes } from './fiscal-part.ts'
import {
  makeBillIssuer,
  makeCreditNoteBill,
  makeMembershipPaymentBill,
  makeSaleBill,
  makeTicketBill,
} from './make-bill.ts'
import { makeSampleBill } from './sample-bill.ts'

const gym: GymInfo = {
  id: 1,
  name: 'Quisqueya',
  phone_number: '809',
  address: 'El Conde 12',
  email: 'hola@example.com',
  timeZone: 'America/Santo_Domingo',
  opening_hours: 'Lunes\nMartes',
  services: null,
  logo_url: '/logo.png',
  logo_path: 'images/gyms/logo.png',
  keep_attendances_years: null,
}
const none: PrintedGymFields = {
  name: false,
  phone_number: false,
  address: false,
  email: false,
  opening_hours: false,
  services: false,
  logo_url: false,
}

test("bill header: shows only the gym's fields that the gym chose to print", () => {
  const shown = (show: Partial<PrintedGymFields>) =>
    Object.values(makeBillIssuer(gym, { ...none, ...show })).filter(Boolean)
  expect(shown({})).toEqual([])
  expect(shown({ name: true, opening_hours: true, services: true })).toEqual(['Quisqueya', 'Lunes\nMartes'])
  for (const field of Object.keys(none).filter((name) => name !== 'services'))
    expect(shown({ [field]: true })).toEqual([gym[field as keyof GymInfo]])
})

const payment: Payment = {
  id: 41,
  number: 7,
  client: { id: 1, name: 'Rosa' },
  user: { id: 2, name: 'Ana' },
  membership: {
    id_membership: 3,
    name: 'Mensual',
    price: '1500.00',
    payment_date: '2026-03-01T02:30:00.000Z',
    start_date: '2026-03-01',
    duration_days: 30,
    payment_start_first: '2026-03-01',
    expire_membership: '2026-03-31',
  },
  list_price: '1500.00',
  discount: 0,
  voided: { number: 2, at: '2026-03-02T04:00:00.000Z', reason: 'Error', user: { id: 2, name: 'Ana' } },
}

test('membership bill: shows the last valid day in the gym’s time zone', () => {
  const bill = makeMembershipPaymentBill('America/Santo_Domingo', payment)
  expect(Object.fromEntries(bill.facts.map(({ label, value }) => [label, value]))).toEqual({
    Fecha: '28/02/2026 22:30',
    Cliente: 'Rosa',
    'Atendido por': 'Ana',
    'Primer día': '01/03/2026',
    'Último día': '30/03/2026',
    Duración: '30 días',
  })
  expect(bill).toMatchObject({ number: 7, total: '1500.00', lines: [{ name: 'Mensual', quantity: 1 }] })
  expect(bill.voided).toEqual({ number: 2, date: '02/03/2026 00:00', reason: 'Error', user: 'Ana' })
})

test('membership bill: shows the discount and the amount charged after it', () => {
  const membership = { ...payment.membership, price: '1350.00' }
  const bill = makeMembershipPaymentBill('America/Santo_Domingo', { ...payment, membership, discount: 10 })
  expect(bill).toMatchObject({ total: '1350.00', lines: [{ unit_price: '1500.00', discount: 10 }] })
})

test('membership bill: the duration in days has thousands separators', () => {
  const membership = { ...payment.membership, duration_days: 1825 }
  const { facts } = makeMembershipPaymentBill('America/Santo_Domingo', { ...payment, membership })
  expect(facts).toContainEqual({ label: 'Duración', value: '1,825 días' })
})

const receipt: FiscalReceipt = {
  ncf: 'B0100000007',
  type: 'B01',
  type_name: 'Factura de Crédito Fiscal',
  issued_at: '2026-03-01T02:30:00.000Z',
  expires_on: '2027-12-31',
  modifies: null,
  buyer: { tax_id: '101850043', legal_name: 'Comercial SRL' },
  exempt: '50.00',
  taxed: [
    { rate: 0, base: '10.00', tax: '0.00' },
    { rate: 18, base: '200.00', tax: '36.00' },
  ],
  tax_total: '36.00',
  total: '296.00',
  status: 'paper',
  security_code: null,
  signed_at: null,
  qr: null,
}
const note: FiscalReceipt = {
  ...receipt,
  ncf: 'B0400000002',
  type: 'B04',
  type_name: 'Nota de Crédito',
  modifies: { ncf: receipt.ncf, date: '2026-02-28' },
}
const zone = 'America/Santo_Domingo'
const toRecord = (lines: readonly { label: string; value: string }[] = []) =>
  Object.fromEntries(lines.map(({ label, value }) => [label, value]))

const line = {
  id_product: 1,
  product_name: 'Agua',
  quantity: 3,
  unit_price: '33.33',
  discount: 0,
  tax: 0,
  tax_class: 'exempt',
  included_tax: '0.00',
  line: 1,
  voided_quantity: 2,
  voided_amount: '66.67',
  voided_discount: '0.00',
} as const
const partialVoid = { ...payment.voided, number: 1, amount: '66.67', annulled: '0.00', reason: 'Roto' }
const sale = {
  id: 1,
  number: 7,
  created_at: receipt.issued_at,
  amount_total: '99.99',
  client: { id: 1, name: 'Rosa' },
  user: { id: 2, name: 'Ana' },
  sales_bill_items: [line],
  voided: payment.voided,
  partial_voids: [{ ...partialVoid, fiscal_note: note, lines: [{ line: 1, quantity: 2, amount: '66.67' }] }],
  fiscal: receipt,
  fiscal_note: { ...note, ncf: 'B0400000003', issued_at: '2026-03-31T05:00:00.000Z' },
} as Sale

test('fiscal receipt: states type, number, expiry, buyer and amounts by rate', () => {
  const { facts, fiscal, lines } = makeSaleBill(zone, sale)
  expect(fiscal).toMatchObject({ typeName: 'Factura de Crédito Fiscal', ncf: 'B0100000007', remark: null })
  expect(toRecord(fiscal?.heading)).toEqual({ 'Válida hasta': '31/12/2027' })
  expect(toRecord(facts)).toMatchObject({ 'Razón social': 'Comercial SRL', 'RNC del comprador': '1-01-85004-3' })
  expect(toRecord(fiscal?.totals)).toEqual({
    'Exento (E)': '$ 50.00',
    'Gravado 0 %': '$ 10.00',
    'Gravado 18 %': '$ 200.00',
    'ITBIS 18 %': '$ 36.00',
  })
  expect(lines).toMatchObject([{ name: 'Agua', isExempt: true }])
})

test('fiscal receipt: a document without a receipt has no fiscal part', () => {
  expect(makeMembershipPaymentBill(zone, payment)).not.toHaveProperty('fiscal')
  expect(makeSaleBill(zone, { ...sale, fiscal: null })).not.toHaveProperty('fiscal')
})

const issuer = {
  tax_id: '131246796',
  legal_name: 'Quisqueya SRL',
  trade_name: null,
  branch: 'Naco',
  address: 'Calle 5',
  municipality: 'SANTO DOMINGO',
  province: null,
}

test('fiscal receipt: the issuer is the registered one, with the fields that the gym chose', () => {
  expect(makeBillIssuer(gym, { ...none, phone_number: true }, issuer)).toMatchObject({
    name: 'Quisqueya SRL',
    identity: ['RNC 1-31-24679-6', 'Sucursal: Naco'],
    address: 'Calle 5, SANTO DOMINGO',
    phone: '809',
  })
  expect(makeBillIssuer(gym, { ...none, name: true }, { ...issuer, address: null, municipality: null })).toMatchObject({
    name: 'Quisqueya',
    identity: ['Quisqueya SRL', 'RNC 1-31-24679-6', 'Sucursal: Naco'],
    address: null,
  })
})

test('credit note: lists the voided lines and the number that it modifies', () => {
  const notes = listCreditNotes(sale)
  expect(notes.map(({ ncf }) => ncf)).toEqual(['B0400000002', 'B0400000003'])
  const [partial, rest] = notes.map((each) => makeCreditNoteBill(zone, sale, each))
  expect(partial?.lines).toMatchObject([{ name: 'Agua', quantity: 2, amount: '66.67' }])
  expect(rest?.lines).toMatchObject([{ name: 'Agua', quantity: 1, amount: '33.32' }])
  expect(toRecord(partial?.fiscal?.heading)).toMatchObject({ 'NCF modificado': 'B0100000007', del: '28/02/2026' })
  expect(toRecord(partial?.facts)).toMatchObject({ Anula: 'Factura de venta N.º 7', Motivo: 'Roto' })
})

test('credit note: says after 30 days that it does not lower the ITBIS', () => {
  const remark = (issued_at: string) => makeCreditNoteBill(zone, sale, { ...note, issued_at }).fiscal?.remark
  expect(remark('2026-03-31T03:59:00.000Z')).toBeNull()
  expect(remark('2026-03-31T04:00:00.000Z')).toBe('No rebaja el ITBIS: pasaron más de 30 días')
})

test('electronic receipt: states the signature in DGII’s time, and a legend until it is accepted', () => {
  const signed_at = '2026-03-01T02:30:07.000Z'
  const qr = 'https://fc.dgii.gov.do/ecf/consultatimbrefc?ENCF=E320000000007'
  const part = (changes: Partial<FiscalReceipt>) => {
    const fiscal = { ...receipt, ncf: 'E320000000007', security_code: 'aB3/+x', signed_at, qr, ...changes }
    return makeSaleBill('Asia/Tokyo', { ...sale, fiscal }).fiscal?.electronic
  }
  expect(toRecord(part({ status: 'accepted' })?.signature)).toEqual({
    'Código de seguridad': 'aB3/+x',
    'Fecha de firma': '28-02-2026 22:30:07',
  })
  expect(part({ status: 'accepted' })).toMatchObject({ qr, legend: null })
  expect(part({ status: 'remarks' })?.legend).toBeNull()
  const fresh = new Date().toISOString()
  expect(part({ status: 'signed', signed_at: fresh })?.legend).toBe('Consulte su validez después de 24 horas')
  expect(part({ status: 'sent' })?.legend).toBe('Consulte su validez después de 72 horas')
  expect(part({ status: 'rejected' })?.legend).toBe('Rechazado por la DGII: no tiene valor fiscal')
  expect(part({ status: 'accepted', qr: qr.replace('/ecf/', '/testecf/') })?.legend).toMatch(/^Ambiente de pruebas/)
  expect(makeSaleBill(zone, sale).fiscal?.electronic).toBeNull()
})

test('sample bill: is a fiscal receipt only if the gym issues fiscal receipts', () => {
  const [plain, receipt] = [null, issuer].map((fiscal) => makeSampleBill({ gym, shown: none, fiscal }, 'Ana'))
  expect([plain?.fiscal, plain?.total]).toEqual([undefined, '2116.00'])
  expect([receipt?.issuer.identity, receipt?.fiscal?.ncf, receipt?.total]).toEqual([
    ['RNC 1-31-24679-6', 'Sucursal: Naco'],
    'B0200000000',
    '1765.00',
  ])
  expect(receipt?.fiscal?.totals.slice(-2)).toEqual([
    { label: 'Gravado 18 %', value: '$ 1,495.77' },
    { label: 'ITBIS 18 %', value: '$ 269.23' },
  ])
})

test('ticket bill: a void of one of its documents is listed, and the rest is what is left', () => {
  const ticket = { payment, sale: { ...sale, voided: null, partial_voids: null }, fiscal: null }
  const { partly, total } = makeTicketBill(zone, ticket)
  expect(partly?.voids.map(({ value }) => value)).toEqual(['−$ 1,500.00'])
  expect([total, partly?.rest]).toEqual([addAmounts([payment.membership.price, sale.amount_total]), sale.amount_total])
})
