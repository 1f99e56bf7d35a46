import { expect, test } from 'vitest'
import { type DgiiReply, parseDgiiReply, readUploadDecision } from './dgii-replies.ts'

test.each([
  [200, { nombre: 'Las secuencias fueron anuladas correctamente.', mensajes: [] }, 'accepted'],
  [200, { codigo: '01', estado: 'Aprobación Comercial Aprobada.', mensaje: [] }, 'accepted'],
  [200, { codigo: '1', nombre: 'Las secuencias que está intentando anular han sido utilizadas' }, 'rejected'],
  [200, { nombre: 'No fue posible anular las siguientes secuencias', mensajes: ['E320000000007'] }, 'rejected'],
  [
    200,
    {
      codigo: '1',
      nombre: 'Las secuencias fueron anuladas correctamente. Con excepción de las secuencias del detalle',
    },
    'rejected',
  ],
  [200, { codigo: '02', estado: 'Aprobacion Comercial Rechazada.', mensaje: ['La firma no es válida'] }, 'rejected'],
  [400, { nombre: 'El tipo de comprobante no es válido', mensajes: [] }, 'rejected'],
  [200, { codigo: '1', nombre: 'El valor del campo SecuenciaeNCFDesde es mayor' }, 'rejected'],
  [200, { codigo: '1', nombre: 'Tipo de archivo no valido, favor proveer un XML' }, 'rejected'],
  [200, { codigo: '1', nombre: 'Otra respuesta' }, undefined],
  [200, {}, undefined],
  [400, {}, undefined],
  [200, { mensaje: 'Servicio no disponible' }, undefined],
  [200, { mensaje: 'No fue posible procesar la Aprobación comercial. Favor intentar nuevamente' }, undefined],
])('annulment or approval: %s %j → %s', (status, body, expected) => {
  const reply = parseDgiiReply(body) as DgiiReply // each body has the form of an answer
  expect(readUploadDecision(reply, status)?.kind).toBe(expected)
})

test('rejected annulment: DGII’s reason comes before the details', () => {
  const body = { nombre: 'No fue posible anular las siguientes secuencias', mensajes: ['E320000000007'] }
  expect(parseDgiiReply(body)?.messages.map(({ text }) => text)).toEqual([body.nombre, 'E320000000007'])
})
