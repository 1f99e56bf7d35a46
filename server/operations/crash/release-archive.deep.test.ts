// Runs a release on a machine without Node, package registry or system programs.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { makeGymAndFetchToken, masterPassword, sendCall } from '../../testing/server-process.ts'
import { findFreePort } from '../../testing/system-programs.ts'
import { useTemporaryFolder } from '../../testing/test-cluster.ts'

const run = promisify(execFile)
const folder = useTemporaryFolder()
let program: string
let listing: string[]
const running: ChildProcess[] = []
beforeAll(async () => {
  // If root starts the database, it runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const { stdout } = await run(process.execPath, ['scripts/release.mjs', folder], { cwd: repositoryRoot })
  const archive = stdout.trim().split('\n').at(-1) ?? ''
  listing = (await run('tar', ['-tvzf', archive], { maxBuffer: 2 ** 26 })).stdout.trim().split('\n')
  await run('tar', ['xzf', archive, '-C', folder])
  program = archive.replace(/\.tar\.gz$/, '')
  machine()
}, 240_000)
afterEach(stopAll, 60_000)

async function stopAll(): Promise<void> {
  for (const each of running.splice(0)) {
    if (each.exitCode !== null) continue
    const ended = new Promise((resolve) => each.once('close', resolve))
    each.kill('SIGTERM')
    await ended
  }
}

/** Creates a PATH with only the programs that any system has. */
function machine(): void {
  mkdirSync(join(folder, 'bin'))
  for (const tool of ['dirname', 'sh']) symlinkSync(`/usr/bin/${tool}`, join(folder, 'bin', tool))
}

/** Returns the process once it is ready, or its output if it ends earlier. */
async function start(parameters: string[], environment: Record<string, string> = {}) {
  const env = { PATH: join(folder, 'bin'), DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', ...environment }
  const child = spawn(join(program, 'start'), parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  let said = ''
  return new Promise<{ said: string; code: number | null }>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text
        if (said.includes('está listo en')) resolve({ said, code: null })
      })
    child.once('close', (code) => resolve({ said, code }))
  })
}

const ownNode = (): string => join(program, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node')

/** Runs the health check of the Dockerfile with the release's own Node, which the image links as `node`. */
async function isHealthy(port: number): Promise<boolean> {
  const dockerfile = readFileSync(join(repositoryRoot, 'Dockerfile'), 'utf8')
  const words: string[] = JSON.parse(/^HEALTHCHECK .*?CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]')
  const env = { PORT: String(port) }
  return run(ownNode(), words.slice(1), { env }).then(
    () => true,
    () => false,
  )
}

test("container: runs the release's files, and stores data and backups in the volumes", async () => {
  const [dockerfile, compose] = ['Dockerfile', 'compose.yaml'].map((name) =>
    readFileSync(join(repositoryRoot, name), 'utf8'),
  ) as [string, string]
  const listOf = (name: string): string[] =>
    JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]')
  const [node, script = ''] = listOf('CMD')
  expect([node, existsSync(join(program, script))]).toEqual(['node', true])
  const [, data, copies] = /^ENV DATA_DIR=(\S+) BACKUP_DIR=(\S+)$/m.exec(dockerfile) ?? []
  expect(listOf('VOLUME')).toEqual([data, copies])
  const mounted = [...compose.matchAll(/^ {6}- \w+:(\/\w+)$/gm)].map(([, path]) => path)
  expect(mounted).toEqual([data, copies])
  expect(await isHealthy(await findFreePort())).toBe(false)
})

/** Sells two bottles to a new client; returns the sale's id. */
async function sell(port: number, token: string): Promise<number> {
  const post = async (path: string, body: object): Promise<{ id: number }> => {
    const { status, answer } = await sendCall(port, token, 'POST', path, body)
    expect(status, path).toBe(201)
    return answer
  }
  const { id: id_client } = await post('/clients/', { name: 'Ana Brújula' })
  const { id: id_product } = await post('/products/', { name: 'Agua', unit_of_measure: 'u', sale_price: '25' })
  const { id: id_supplier } = await post('/suppliers/', { name: 'Bebidas' })
  await post('/purchase/', { id_supplier, items: [{ id_product, quantity: 10, unit_price: '10.00' }] })
  return (await post('/sales/', { id_client, items: [{ id_product, quantity: 2 }] })).id
}

test('release: starts without installation, sells, makes a backup, and restarts', {
  timeout: 240_000,
}, async () => {
  expect((await run(ownNode(), ['--version'])).stdout).toBe(`${process.version}\n`)
  const port = await findFreePort()
  const environment = { PORT: String(port), MASTER_PASSWORD: masterPassword }
  expect(await start([], environment)).toEqual({
    code: null,
    said: expect.stringMatching(/^Torniquete está listo en/m),
  })
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('<html lang="es"')
  expect(await isHealthy(port)).toBe(true)
  const token = await makeGymAndFetchToken(port)
  const sold = await sell(port, token)
  expect(await start(['backup', 'copia'], environment)).toMatchObject({ code: 0 })
  // Relative paths start at the caller's folder, not at Torniquete's.
  expect(existsSync(join(folder, 'copia'))).toBe(true)
  await stopAll()
  expect(await start([], environment)).toMatchObject({ code: null })
  const { answer } = await sendCall(port, token, 'GET', '/clients/')
  expect(answer.items).toMatchObject([{ name: 'Ana Brújula' }])
  expect((await sendCall(port, token, 'GET', `/sales/${sold}`)).answer).toMatchObject({
    number: 1,
    amount_total: '50.00',
  })
})

test("release: the archive's files belong to root, without names of the builder", () => {
  expect(listing.length).toBeGreaterThan(100)
  expect(listing.filter((line) => !/^\S+\s+(0\/0|\d+\s+0\s+0)\s/.test(line))).toEqual([])
})
