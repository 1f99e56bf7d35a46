import type { FiscalRange } from '@torniquete/contract/fiscal/fiscal.ts'
import { expect, test } from 'vitest'
import { describeRangeState, listMissingReceiptTypes, listRangeWarnings, listUsableRanges } from './range-texts.ts'

const today = '2026-11-30'

const makeRange = (more: Partial<FiscalRange> = {}): FiscalRange => ({
  id: 1,
  type: 'B02',
  from: 'B0200000001',
  to: 'B0200001000',
  next: 'B0200000001',
  left: 1000,
  expires_on: null,
  authorization: null,
  status: 'active',
  needs_confirmation: false,
  is_running_out: false,
  ...more,
})
const sellingRanges = ['B02', 'B01', 'B04'].map((type) => makeRange({ type }))
const warn = (...more: FiscalRange[]) =>
  listRangeWarnings([...more, ...sellingRanges], today, 'B').map(({ text }) => text)

test.each([
  [{}, 'Activo', 'good'],
  [{ status: 'queued' }, 'En espera', 'plain'],
  [{ status: 'queued', environment: 'test' }, 'En espera (Pruebas)', 'plain'],
  [{ status: 'depleted' }, 'Agotado', 'bad'],
  [{ status: 'expired' }, 'Vencido', 'bad'],
  [{ status: 'cancelled' }, 'Cancelado', 'plain'],
  [{ is_running_out: true, left: 50 }, 'Por agotarse', 'warn'],
  [{ is_running_out: true, expires_on: '2026-12-29' }, 'Por vencer', 'warn'],
  [{ needs_confirmation: true, is_running_out: true }, 'Por confirmar', 'bad'],
] as const)('range state: %o is shown as %s', (more, label, tone) => {
  expect(describeRangeState(makeRange(more), today)).toEqual({ label, tone })
})

test('range warnings: none if each type that selling needs has an active range', () => {
  expect(warn()).toEqual([])
})

test('range warnings: a type without an active range is named with the consequence', () => {
  const ranges = [makeRange({ type: 'B02' }), makeRange({ type: 'B01', status: 'expired' })]
  expect(listMissingReceiptTypes(ranges, 'B')).toEqual(['B01', 'B04'])
  expect(listRangeWarnings(ranges, today, 'B')).toEqual([
    {
      text: 'No hay un rango activo de Factura de Crédito Fiscal (B01): sin él no se puede dar crédito fiscal.',
      isUrgent: true,
    },
    { text: 'No hay un rango activo de Nota de Crédito (B04): sin él no se puede anular una venta.', isUrgent: true },
  ])
})

test('range warnings: a range that runs out warns only if no other range of its type follows', () => {
  const ending = makeRange({ is_running_out: true, left: 1 })
  expect(warn(ending)).toEqual([
    'Queda 1 comprobante de Factura de Consumo (B02): pide otro rango a la DGII y regístralo.',
  ])
  expect(warn(ending, makeRange({ status: 'queued' }))).toEqual([])
})

test('range warnings: a range that expires soon names the day', () => {
  expect(warn(makeRange({ type: 'B01', is_running_out: true, left: 300, expires_on: '2026-12-29' }))).toEqual([
    'Quedan 300 comprobantes de Factura de Crédito Fiscal (B01), que vencen el 29/12/2026: pide otro rango a la DGII y regístralo.',
  ])
})

test('range warnings: a range that waits for confirmation after a restore comes first', () => {
  const [first] = warn(makeRange({ is_running_out: true }), makeRange({ type: 'B01', needs_confirmation: true }))
  expect(first).toBe(
    'Se restauró una copia: confirma el próximo número de Factura de Crédito Fiscal (B01) para poder usarlo.',
  )
})

test('usable ranges: leave out those of an environment that the gym left', () => {
  const environments = (['test', 'production'] as const).map((environment) => makeRange({ type: 'E32', environment }))
  expect(listUsableRanges([...environments, ...sellingRanges], 'production')).toEqual([
    environments[1],
    ...sellingRanges,
  ])
})

test('range warnings: a gym with electronic receipts needs ranges of series E', () => {
  expect(listRangeWarnings([...sellingRanges, makeRange({ type: 'E32' })], today, 'E').map(({ text }) => text)).toEqual(
    [
      'No hay un rango activo de Factura de Crédito Fiscal Electrónica (E31): sin él no se puede dar crédito fiscal.',
      'No hay un rango activo de Nota de Crédito Electrónica (E34): sin él no se puede anular una venta.',
    ],
  )
  const waiting = makeRange({ type: 'E31', status: 'queued' })
  expect(listMissingReceiptTypes([waiting], 'E', ['active', 'queued'])).toEqual(['E32', 'E34'])
})
