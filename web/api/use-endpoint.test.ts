import { expect, test } from 'vitest'
import { isSameList } from './use-endpoint.ts'

const ofRosa = { query: { entity: 'users', id: 7, page: 0, size_page: 10 } }

test.each([
  ['next page', ofRosa, { query: { ...ofRosa.query, page: 1 } }, true],
  ['another filter of the list', { query: { client_name: 'ana' } }, { query: { client_name: 'rosa', page: 2 } }, true],
  ['the same input', {}, {}, true],
  ['history of another user', ofRosa, { query: { ...ofRosa.query, id: 8 } }, false],
  ['history of another kind of row', ofRosa, { query: { ...ofRosa.query, entity: 'clients' } }, false],
  ['list at another address', { params: { id: 1 } }, { params: { id: 2 } }, false],
  ['first list', undefined, ofRosa, false],
])('useEndpoint: shows former rows as placeholder only within the same list (%s)', (_, shown, asked, stays) => {
  expect(isSameList(shown, asked)).toBe(stays)
})
