import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { listLanUrls } from './lan-addresses.ts'

const card = (address: string, internal = false, family: 'IPv4' | 'IPv6' = 'IPv4') =>
  ({ address, internal, family }) as NetworkInterfaceInfo // the function reads only these fields

test('listLanAddresses: all interfaces of the machine if the server listens on all', () => {
  const interfaces = {
    lo: [card('127.0.0.1', true), card('::1', true, 'IPv6')],
    eth0: [card('192.168.1.20'), card('fe80::1', false, 'IPv6')],
    wlan0: [card('10.0.0.7')],
    usb0: [card('169.254.3.4')],
  }
  const lan = ['http://192.168.1.20:3000', 'http://10.0.0.7:3000']
  expect(listLanUrls('0.0.0.0', 3000, interfaces)).toEqual(lan)
  expect(listLanUrls('::', 3000, interfaces)).toEqual(lan)
  expect(listLanUrls('127.0.0.1', 3000, interfaces)).toEqual([])
})
