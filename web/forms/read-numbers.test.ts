import { expect, test } from 'vitest'
import { parseNumberFields } from './use-record-form.tsx'

test('number fields: integers become numbers, empty text null, and other text stays as typed', () => {
  const body = { delay: '15', hours: '', pieces: '3 x', name: '7', capacity: 4 }
  expect(parseNumberFields(body, ['delay', 'hours', 'pieces', 'capacity'])).toEqual({
    delay: 15,
    hours: null,
    pieces: '3 x',
    name: '7',
    capacity: 4,
  })
})
