import { expect, test } from 'vitest'
import { readAreas, readNotifications } from './read-notifications.ts'

const notification = {
  id_notification: 3,
  title: 'Acceso',
  message: 'Ana entró',
  created_at: '2026-11-21T10:00:00Z',
  is_read: false,
  client: null,
}
const text = JSON.stringify(notification)

test('reads one, a list of texts, and leaves out what is neither', () => {
  expect(readNotifications(text)).toEqual([notification])
  expect(readNotifications(JSON.stringify([text, '{"title":1}', 'x', notification]))).toEqual([
    notification,
    notification,
  ])
  expect(readNotifications('x')).toEqual([])
})

test('reads areas', () => {
  expect(readAreas('["clients",1]')).toEqual(['clients'])
  expect(readAreas('{}')).toEqual([])
})
