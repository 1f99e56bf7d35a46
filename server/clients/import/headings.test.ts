import { expect, test } from 'vitest'
import { findHeadings } from './headings.ts'

test.each([
  ['Nombre', 'name'],
  ['NOMBRE Y APELLIDOS', 'name'],
  ['Full Name', 'name'],
  ['Apellidos', 'last_name'],
  ['Apellido paterno', 'last_name'],
  ['Apellido materno', 'second_last_name'],
  ['N.º', 'id_zkteco'],
  ['No. de socio', 'id_zkteco'],
  ['User ID', 'id_zkteco'],
  ['Nº tarjeta', 'card_number'],
  ['Card No', 'card_number'],
  ['Teléfono (WhatsApp)', 'phone_number'],
  ['Celular:', 'phone_number'],
  ['Mobile', 'phone_number'],
  ['Correo electrónico', 'email'],
  ['E-mail', 'email'],
  ['Fecha de Nacimiento', 'birth_date'],
  ['DOB', 'birth_date'],
  ['Dirección', 'address'],
  ['Membresía', 'plan'],
  ['Membership type', 'plan'],
  ['Fecha de inscripción', 'start_date'],
  ['Join date', 'start_date'],
  ['Vence', 'expires'],
  ['Fecha de Vencimiento', 'expires'],
  ['Expiration Date', 'expires'],
  ['Observaciones', 'notes'],
  ['Cédula', null],
  ['', null],
])('%s', (heading, field) => {
  expect(findHeadings([[heading]], null).fields).toEqual([field])
})

test('the titles are looked for below what stands above them; the first column of a kind is it', () => {
  const rows = [
    ['GIMNASIO QUISQUEYA', null, null, null],
    [null, null, null, null],
    ['Nombre', 'Teléfono', 'Celular', 'Vence'],
    ['Ana', '809', '829', '1/1/2027'],
  ]
  expect(findHeadings(rows, null)).toEqual({
    at: 2,
    titles: ['Nombre', 'Teléfono', 'Celular', 'Vence'],
    fields: ['name', 'phone_number', null, 'expires'],
    monthFirst: [false, false, false, false],
  })
})

test('what a person says of the columns counts, however they are called', () => {
  const rows = [
    ['Quién', 'Qué'],
    ['Ana', '809'],
  ]
  expect(findHeadings(rows, null).fields).toEqual([null, null])
  expect(findHeadings(rows, ['name']).fields).toEqual(['name', null])
})
