import { expect, test } from 'vitest'
import { listCallerNetworkAddresses } from './device-handlers.ts'

const own = ['192.168.1.20']

test.each([
  ['127.0.0.1', true, ['127.0.0.1', '192.168.1.20']],
  ['::ffff:127.0.0.1', true, ['::ffff:127.0.0.1', '192.168.1.20']],
  ['::1', true, ['::1', '192.168.1.20']],
  ['::1', false, ['::1']],
  ['192.168.1.77', true, ['192.168.1.77']],
  ['127.0.0.1.example', false, ['127.0.0.1.example']],
  [undefined, true, []],
])(
  'listCallerAddresses: only loopback with one gym gets own addresses (%s, one gym: %s)',
  async (address, isOnly, addresses) => {
    expect(await listCallerNetworkAddresses(address, async () => isOnly, own)).toEqual(addresses)
  },
)
