import { expect, test } from 'vitest'
import { fillPlaceholders, listUnknownPlaceholders } from './messages.ts'

const values = { nombre: 'Ana', membresia: 'Mensual', vencimiento: '01/12/2026', dias: '3', gimnasio: 'Fuerte' }

test.each([
  ['{nombre}: {membresia} {nombre}', 'Ana: Mensual Ana'],
  [
    '{Nombre}, tu {membresía} vence en {días} días ({ vencimiento }) – {{gimnasio}}',
    'Ana, tu Mensual vence en 3 días (01/12/2026) – Fuerte',
  ],
  ['{NOMBRE} {Membresia} {nombre}} {{ DIAS }}', 'Ana Mensual Ana 3'],
  ['[nombre] <nombre> [Sala 2]', 'Ana Ana [Sala 2]'],
  ['{nombre', '{nombre'],
])('fillPlaceholders: fills the placeholders in any spelling (%s)', (message, filled) => {
  expect(fillPlaceholders(message, values)).toBe(filled)
})

test.each(['{constructor}', '{__proto__}', '{apellido}', '{}', '{fecha}', '{día}', '{nombre del socio}', '{{plan}}'])(
  'fillPlaceholders: removes unknown placeholder %s',
  (mark) => {
    expect(fillPlaceholders(`Hola ${mark}.`, values)).toBe('Hola .')
    expect(listUnknownPlaceholders(`Hola ${mark} {nombre} ${mark}`)).toEqual([mark])
  },
)
