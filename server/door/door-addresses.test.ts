import { expect, test } from 'vitest'
import { listServerAddresses } from './device-handlers.ts'

const own = (host: string) => (host === '0.0.0.0' ? ['192.168.1.20'] : [])
const usual = { PUBLIC_URL: undefined, HOST: '0.0.0.0', door: null }

test.each([
  ['in the local network', {}, { addresses: ['192.168.1.20'], port: 8081, https: false }],
  [
    'with a separate port for terminals',
    { door: { port: 8081, host: '0.0.0.0' } },
    { addresses: ['192.168.1.20'], port: 8081, https: false },
  ],
  ['that listens on loopback only', { HOST: '127.0.0.1' }, { addresses: [], port: 8081, https: false }],
  [
    'behind a proxy',
    { PUBLIC_URL: 'https://gimnasio.example.com' },
    { addresses: ['gimnasio.example.com'], port: 443, https: true },
  ],
  [
    'behind a proxy with another port',
    { PUBLIC_URL: 'http://gimnasio.example.com:8080/app' },
    { addresses: ['gimnasio.example.com'], port: 8080, https: false },
  ],
  [
    'behind a proxy, with a separate port for terminals',
    { PUBLIC_URL: 'https://gimnasio.example.com', door: { port: 8081, host: '0.0.0.0' } },
    { addresses: ['gimnasio.example.com'], port: 8081, https: false },
  ],
])('listServerAddresses: returns the addresses for terminals of a server %s', (_, setting, told) => {
  expect(listServerAddresses({ ...usual, ...setting }, 8081, own)).toEqual(told)
})
