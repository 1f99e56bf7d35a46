import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readDefaultGateway, watchCallers } from './framework.ts'

const routes = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t010011AC\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
`

test('default gateway: is read from the routing table', () => {
  expect(readDefaultGateway(routes)).toBe('172.17.0.1')
  expect(readDefaultGateway('Iface\tDestination\tGateway\n')).toBeNull()
})

async function callFrom(addresses: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  const server = Fastify()
  watchCallers(server, { tell: (line) => lines.push(line), gateway: '172.17.0.1' })
  server.get('/', async () => 'ok')
  for (const remoteAddress of addresses) await server.inject({ url: '/', remoteAddress })
  await server.close()
  return lines
}

test('hidden callers: one warning if the first calls all come from the gateway', async () => {
  expect(await callFrom(Array(120).fill('172.17.0.1'))).toEqual([expect.stringContaining('network_mode: host')])
  expect(await callFrom(['192.168.1.20', ...Array(120).fill('172.17.0.1')])).toEqual([])
})
