import { expect, test } from 'vitest'
import { endpointNames, endpoints } from './endpoints.ts'
import { anyone } from './shared/roles.ts'

test('only login, the public settings and pictures behind their token need no session', () => {
  expect(endpointNames.filter((name) => endpoints[name].may === anyone)).toEqual([
    'session.login',
    'session.enter',
    'session.first',
    'config.read',
    'images.read',
  ])
})

test('every call has an address of its own', () => {
  const addresses = endpointNames.map(
    (name) => `${endpoints[name].method} ${endpoints[name].path.replace(/\{\w+\}/g, '{}')}`,
  )
  expect(new Set(addresses).size).toBe(addresses.length)
})
