import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerPlugins } from './create-fastify.ts'
import { listInlineScriptHashes, readBuildId, serveStaticFiles } from './static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'torniquete-static-'))
const server = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
const landing = '<title>Presentación</title>'
beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<title>App</title>')
  writeFileSync(join(folder, 'landing.html'), landing)
  writeFileSync(join(folder, 'landing.html.gz'), gzipSync(landing))
  writeFileSync(join(folder, 'sw.js'), '')
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/index-CB-q_ipT.js'), 'begin()')
  writeFileSync(join(folder, 'assets/index-CB-q_ipT.js.gz'), gzipSync('begin()'))
  await registerPlugins(server, {})
  await serveStaticFiles(server, folder)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test.each(['/landing', '/landing/', '/landing?from=login'])(
  "static files: %s returns the visitors' page, not the application",
  async (url) => {
    const answer = await server.inject({ url })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/html; charset=utf-8/i)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toBe(landing)
  },
)

test('static files: HEAD answers for every page of the application', async () => {
  const answer = await server.inject({ method: 'HEAD', url: '/clients/2/history?client=2' })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
  expect((await server.inject({ method: 'HEAD', url: '/v1/nothing' })).statusCode).toBe(404)
})

test('static files: compressed files of the build are sent as they are', async () => {
  const answer = await server.inject({ url: '/landing', headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(answer.rawPayload).toEqual(gzipSync(landing))
  expect((await server.inject({ url: '/landing.html.gz' })).statusCode).toBe(404)
})

test('static files: an unknown page returns the application, an unknown API call or asset 404', async () => {
  expect((await server.inject({ url: '/landings' })).body).toContain('App')
  expect((await server.inject({ url: '/clients' })).body).toContain('App')
  for (const url of ['/v1/nothing', '/nothing.js']) expect((await server.inject({ url })).statusCode).toBe(404)
})

test('static files: only files of the build are served as assets', async () => {
  const file = '/assets/index-CB-q_ipT.js'
  expect((await server.inject({ url: file })).body).toBe('begin()')
  const packed = await server.inject({ url: file, headers: { 'accept-encoding': 'gzip, br' } })
  expect([packed.headers['content-encoding'], packed.rawPayload]).toEqual(['gzip', gzipSync('begin()')])
  expect(packed.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  const asked = ['.gz', '/', '/x.js', '.map'].map((end) => file + end)
  for (const url of [...asked, '/assets', '/assets/', '/assets/former.js', '/assets/..%2fsw.js'])
    expect((await server.inject({ url })).statusCode, url).toBe(404)
})

test('static files: manifest and service worker have the right type and are not cached', async () => {
  const worker = await server.inject({ url: '/sw.js' })
  expect(worker.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  expect(worker.headers['cache-control']).toBe('no-cache')
  const manifest = await server.inject({ url: '/manifest.webmanifest' })
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/)
  expect(manifest.headers['cache-control']).toBe('no-cache')
})

test("readBuildId: returns the name of the page's first script", () => {
  expect(readBuildId(folder)).toBeNull()
  const begin = '<script type="module" crossorigin src="/assets/index-CB-q_ipT.js"></script>'
  writeFileSync(join(folder, 'index.html'), `<title>App</title>${begin}`)
  expect(readBuildId(folder)).toBe('index-CB-q_ipT')
  expect(readBuildId(join(folder, 'nowhere'))).toBeNull()
})

test("static files: the content security policy allows only the page's own inline script", () => {
  writeFileSync(join(folder, 'index.html'), '<script>draw()</script><script type="module" src="/main.js"></script>')
  expect(listInlineScriptHashes(folder)).toEqual(["'sha256-jm3FkV4tNIdBUr8jRVVl5n9PUixlaxTWD0pdpFiSH5A='"])
  expect(listInlineScriptHashes(join(folder, 'nowhere'))).toEqual([])
})

test('static files: pages have security headers, assets are immutable', async () => {
  const page = await server.inject({ url: '/landing' })
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  // Pages must not load picture URLs of other hosts (picture-addresses.ts), which would learn who views a page.
  expect(page.headers['content-security-policy']).toContain("img-src 'self' data: blob:;")
  const { headers } = await server.inject({ url: '/assets/index-CB-q_ipT.js' })
  expect(headers).not.toHaveProperty('content-security-policy')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringContaining('immutable'),
  })
})
