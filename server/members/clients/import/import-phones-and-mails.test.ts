import { expect, test } from 'vitest'
import { parseFirstMail, parseFirstPhone } from './validate-client-row.ts'

test.each([
  ['809-555-0101 / 829-555-0102', '809-555-0101', '829-555-0102'],
  ['809-555-0101 (mamá) 829-555-0102', '809-555-0101', '(mamá) 829-555-0102'],
  ['8095550101/8295550102', '8095550101', '8295550102'],
  ['809-555-0101 829-555-0102', '809-555-0101', '829-555-0102'],
  ['809-555-0101 y 829-555-0102', '809-555-0101', '829-555-0102'],
  ['555-0101 / 829-555-0102', '829-555-0102', '555-0101'],
  ['+1 (809) 555-0101 WhatsApp', '+1 (809) 555-0101', ''],
  ['Cel: 809-555-1011', '809-555-1011', ''],
  ['809-555-0101 ext. 12 oficina', '809-555-0101', 'ext. 12 oficina'],
  ['mamá: 809-555-0101', '809-555-0101', 'mamá'],
  ['+1 809 555 0101', '+1 809 555 0101', ''],
  ['8095550116-8295550117', '8095550116', '8295550117'],
  ['809.555.0114-829.555.0115', '809.555.0114', '829.555.0115'],
  ['no tiene', null, ''],
  ['No usa WhatsApp 809-555-0107', '809-555-0107', 'No usa WhatsApp'],
  ['Sin teléfono', null, ''],
])('readPhones: splits a cell into a phone number and the remaining text (%s)', (text, value, rest) => {
  expect(parseFirstPhone(text, 'DO')).toEqual({ value, rest })
})

test.each([
  ['ana@ejemplo.do', 'ana@ejemplo.do', ''],
  ['Ana Mota <ana@ejemplo.do>', 'ana@ejemplo.do', ''],
  ['mailto:ana@ejemplo.do', 'ana@ejemplo.do', ''],
  ['a@ejemplo.do / b@ejemplo.do', 'a@ejemplo.do', 'b@ejemplo.do'],
  ['a@ejemplo.do; b@ejemplo.do, c@ejemplo.do', 'a@ejemplo.do', 'b@ejemplo.do, c@ejemplo.do'],
  ['no tiene', null, ''],
  ['no tiene, usar ana@ejemplo.do', 'ana@ejemplo.do', ''],
  ['ana arroba ejemplo', 'ana arroba ejemplo', ''],
])('readMails: splits a cell into an e-mail address and the remaining text (%s)', (text, value, rest) => {
  expect(parseFirstMail(text)).toEqual({ value, rest })
})
