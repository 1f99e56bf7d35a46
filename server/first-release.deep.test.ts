// The product starts on a data folder of the first release, and its people go on with what they had.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, constants } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { repositoryRoot } from './db/repository-root.ts'
import { startServer } from './running-server.ts'
import { asOwner } from './testing/digest.ts'
import { keptRows, readAll } from './testing/kept-rows.ts'
import { dropFolder, newFolder, withDatabaseOf } from './testing/own-cluster.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})
afterEach(() => dropFolder(folder))

const password = 'una clave de entonces'
/** Of whose PostgreSQL and machine its files are. */
const here = process.platform === 'linux' && process.arch === 'x64'
if (!here) console.info('the data folder of the first release is of linux-x64: it is not opened here')

/**
 * As the first release's own program (d6a4d2f) left it, with a gym at work, when it was stopped. Its log holds nothing but the
 * end, of which alone something is read after such a stop: full it would take twice the room.
 */
function leaveFirstRelease(dataDir: string): void {
  const packed = readFileSync(join(repositoryRoot, 'server/db/fixtures/first-release-data.tar.br'))
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }
  mkdirSync(dataDir)
  const input = brotliDecompressSync(packed, { params })
  execFileSync('tar', ['-xf', '-', '-C', dataDir, '--strip-components=1', '--no-same-owner'], { input })
}

/** Sums that are reckoned anew, and what terminals hold, which they are told again in other words; and what a start writes. */
const derived = new Set(['revenue_days', 'terminal_users'])

test.runIf(here)(
  'a data folder of the first release opens with every row, and who worked there goes on',
  {
    timeout: 180_000,
  },
  async () => {
    const dataDir = join(folder, 'data')
    leaveFirstRelease(dataDir)
    const before = await withDatabaseOf(dataDir, (address) => asOwner({ database: { address } }, readAll))
    expect(before.sales).toHaveLength(2)
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const environment = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }
    const server = await startServer(readConfig(environment), { copies: false })
    try {
      expect((await fetch(`${server.loopback}/ready`)).status).toBe(200)
      const after = await asOwner(server, readAll)
      for (const [table, rows] of Object.entries(before))
        if (!derived.has(table)) expect(keptRows(after[table], rows), table).toEqual(expect.arrayContaining(rows))
      const call = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
        const answer = await fetch(`${server.loopback}/v1${path}`, init)
        expect(answer.ok, path).toBe(true)
        return (await answer.json()) as Answer // as the contract says
      }
      const { access_token } = await call<{ access_token: string }>('/token', {
        method: 'POST',
        body: new URLSearchParams({ username: 'fuerza', password }),
      })
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
      const clients = await call<{ items: { id: number; name: string; photo_url: string | null }[] }>('/clients/', {
        headers,
      })
      expect(clients.items.map(({ name }) => name).sort()).toEqual(['Ana Brújula', 'Eva', 'José'])
      const [ana] = clients.items.filter(({ photo_url }) => photo_url !== null)
      const picture = await fetch(new URL(ana?.photo_url ?? '', server.loopback))
      expect([ana?.name, picture.status, picture.headers.get('content-type')]).toEqual([
        'Ana Brújula',
        200,
        'image/png',
      ])
      const { items } = await call<{ items: { id: number }[] }>('/products/', { headers })
      const sale = { id_client: ana?.id, items: [{ id_product: items[0]?.id, quantity: 1 }] }
      // What went out of the numbers goes on.
      const sold = await call('/sales/', { method: 'POST', headers, body: JSON.stringify(sale) })
      expect(sold).toMatchObject({ number: 3, amount_total: '35.00' })
      expect(existsSync(join(dataDir, 'biometrics-key'))).toBe(true)
    } finally {
      await server.stop()
      said.mockRestore()
    }
  },
)
