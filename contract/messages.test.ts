import { expect, test } from 'vitest'
import { fillMessage } from './messages.ts'

const values = { nombre: 'Ana', membresia: 'Mensual', vencimiento: '01/12/2026', dias: '3', gimnasio: 'Fuerte' }

test('placeholders are filled, whatever else stands in braces stays as it is written', () => {
  expect(fillMessage('{nombre}: {membresia} {nombre}', values)).toBe('Ana: Mensual Ana')
  for (const text of ['{constructor}', '{toString} y {__proto__}', '{apellido}', '{}', '{nombre'])
    expect(fillMessage(text, values)).toBe(text)
})
