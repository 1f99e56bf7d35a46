import { callRows } from '@torniquete/contract/call-rows.ts'
import { expect, test } from 'vitest'
import { isSameList } from './use-endpoint.ts'

const ofRosa = { query: { entity: 'users', id: 7, page: 0, size_page: 10 } }

test.each([
  ['its next page', ofRosa, { query: { ...ofRosa.query, page: 1 } }, true],
  ['another filter of it', { query: { client_name: 'ana' } }, { query: { client_name: 'rosa', page: 2 } }, true],
  ['all of it', {}, {}, true],
  ['another’s', ofRosa, { query: { ...ofRosa.query, id: 8 } }, false],
  ['that of another kind of row', ofRosa, { query: { ...ofRosa.query, entity: 'clients' } }, false],
  ['that of another address', { params: { id: 1 } }, { params: { id: 2 } }, false],
  ['the first', undefined, ofRosa, false],
])('useEndpoint: placeholder data while reading %s', (_, shown, asked, stays) => {
  expect(isSameList(shown, asked)).toBe(stays)
})

test('useEndpoint: recognises a paged query by its parameters', () => {
  const paged = (name: keyof typeof callRows) => callRows[name].paged ?? false
  expect((['clients.list', 'door.openings', 'outbox.unreachable', 'clients.deleted'] as const).map(paged)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect((['roles.list', 'clients.read', 'statistics.sales-by-user'] as const).map(paged)).toEqual([
    false,
    false,
    false,
  ])
})
