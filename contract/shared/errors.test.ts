import { expect, test } from 'vitest'
import { formatError } from './errors.ts'

test('formatError: groups thousands in numbers, but not in texts such as PINs', () => {
  expect(formatError('stock.short', { name: 'Agua', n: 1234 })).toBe(
    'No hay suficiente existencia de Agua: quedan 1,234',
  )
  expect(formatError('stock.short', { name: 'Agua', n: 0 })).toBe('No hay suficiente existencia de Agua: quedan 0')
  expect(formatError('pin.taken', { pin: '1234' })).toBe('El número 1234 ya pertenece a otra persona.')
})
