import { expect, test } from 'vitest'
import { formatTaxId, parseTaxId } from './tax-id.ts'

test.each(['101850043', '131246796', '401506254', '1-01-85004-3', ' 101 850 043 '])(
  'tax id: %s has the check digit of an RNC',
  (text) => {
    expect(parseTaxId(text)).toMatchObject({ kind: 'rnc', hasValidCheckDigit: true })
  },
)

test('tax id: blanks and dashes are removed, and a cédula passes Luhn', () => {
  expect(parseTaxId('001-1391820-5')).toEqual({ digits: '00113918205', kind: 'cedula', hasValidCheckDigit: true })
})

test.each(['101850042', '00113918204'])('tax id: %s is accepted with a wrong check digit', (text) => {
  expect(parseTaxId(text)).toMatchObject({ digits: text, hasValidCheckDigit: false })
})

test.each(['', '12345678', '1234567890', '123456789012', '10185004A', '１01850043'])(
  'tax id: %j is refused',
  (text) => {
    expect(parseTaxId(text)).toBeNull()
  },
)

test('tax id: shown with dashes', () => {
  expect([formatTaxId('00113918205'), formatTaxId('101850043')]).toEqual(['001-1391820-5', '1-01-85004-3'])
})
