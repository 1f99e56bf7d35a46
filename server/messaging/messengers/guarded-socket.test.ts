import { expect, test } from 'vitest'
import { isInternalAddress } from './guarded-socket.ts'

const card = { mac: '', internal: false }
const interfaces = {
  eth0: [
    { ...card, address: '203.0.113.9', netmask: '255.255.255.240', family: 'IPv4' as const, cidr: '203.0.113.9/28' },
    { ...card, address: '2a02::9', netmask: 'ffff::', family: 'IPv6' as const, cidr: '2a02:1:2:3::9/64', scopeid: 0 },
  ],
} satisfies NonNullable<Parameters<typeof isInternalAddress>[1]>

test.each([
  ['10.1.2.3', true],
  ['127.0.0.1', true],
  ['::ffff:10.1.2.3', true],
  // Public addresses in the same network as an interface of this machine.
  ['203.0.113.1', true],
  ['203.0.113.17', false],
  ['2a02:1:2:3::77', true],
  ['2a02:1:2:4::77', false],
  ['198.51.100.7', false],
])("isInside: %s is in the installation's network: %s", (address, is) => {
  expect(isInternalAddress(address, interfaces)).toBe(is)
})
