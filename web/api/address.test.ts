import { expect, test } from 'vitest'
import { addressOf } from './address.ts'

test('fills parameters and leaves empty query values out', () => {
  const query = { page: 0, is_read: false, client_name: '', start_date: null, end_date: undefined }
  expect(addressOf('/clients/name/{name}', { name: 'a/b ñ' }, query)).toBe(
    '/v1/clients/name/a%2Fb%20%C3%B1?page=0&is_read=false',
  )
})
