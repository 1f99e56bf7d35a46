import { expect, test } from 'vitest'
import { formatMonthlyFile, formatMonthlyFileName, monthlyReportFields } from './monthly-files.ts'

test('monthly file: 606 and 607 have 23 fields, 608 has 3', () => {
  expect(Object.values(monthlyReportFields).map((fields) => Object.keys(fields).length)).toEqual([23, 23, 3])
})

const emptySale = Object.fromEntries(Object.keys(monthlyReportFields[607]).map((field) => [field, null]))

test('607: days without dashes, empty amounts as 0.00, other empty fields empty, CRLF after each line', () => {
  const row = {
    ...(emptySale as Record<keyof (typeof monthlyReportFields)[607], null>),
    tax_id: '101850043',
    tax_id_kind: '1',
    ncf: 'B0100000007',
    income_kind: '01',
    issued_on: '2026-11-30',
    amount: '1000.00',
    tax: '180.00',
    cash: '1180.00',
  }
  expect(formatMonthlyFile(607, { taxId: '131246796', month: '2026-11', rows: [row] })).toBe(
    '607|131246796|202611|1\r\n' +
      '101850043|1|B0100000007||01|20261130||1000.00|180.00|0.00|0.00|0.00|0.00|0.00|0.00|0.00|1180.00|0.00|0.00|0.00|0.00|0.00|0.00\r\n',
  )
})

test('608: an empty month has only its heading', () => {
  expect(formatMonthlyFile(608, { taxId: '131246796', month: '2026-02', rows: [] })).toBe('608|131246796|202602|0\r\n')
  expect(formatMonthlyFileName(608, '131246796', '2026-02')).toBe('DGII_F_608_131246796_202602.TXT')
})
