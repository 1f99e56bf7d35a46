import { expect, test } from 'vitest'
import { errorText } from './errors.ts'

test('errorText: groups thousands in numbers, but not in texts such as PINs', () => {
  expect(errorText('stock.short', { name: 'Agua', n: 1234 })).toBe('No hay suficiente existencia de Agua: quedan 1,234')
  expect(errorText('stock.short', { name: 'Agua', n: 0 })).toBe('No hay suficiente existencia de Agua: quedan 0')
  expect(errorText('pin.taken', { pin: '1234' })).toBe('El número 1234 ya pertenece a otra persona.')
})
