import { expect, test } from 'vitest'
import { readAreas } from './live-session.ts'
import { readUnread } from './notification-store.ts'

test('live session: reads the stream’s own events and ignores other data', () => {
  expect(readAreas('["clients","sales",7]')).toEqual(['clients', 'sales'])
  expect(readUnread('{"Acceso":1200,"Stock deficiente":1,"Stock agotado":0}')).toEqual({
    Acceso: 1200,
    'Stock deficiente': 1,
    'Stock agotado': 0,
  })
  for (const data of ['', '[]', 'null', '{}', '{"clients":1}']) {
    expect(readAreas(data)).toEqual([])
    expect(readUnread(data)).toBeNull()
  }
})
