// The browser's side, as built: addresses without a file are the app's own, and get its page.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { errors } from '@torniquete/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { repositoryRoot } from '../db/repository-root.ts'

const year = 31_536_000
const builtFolder = join(repositoryRoot, 'build/web')
/** Chosen by what a browser takes, not by an address of their own. */
const compressed = ['.br', '.gz']

/** The build of the browser's side, by the file with which its page begins: its name follows the content of all others. Null without one. */
export function buildIn(folder = builtFolder): string | null {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return null
  return /<script type="module"[^>]* src="\/assets\/([\w.-]+)\.js"/.exec(readFileSync(page, 'utf8'))?.[1] ?? null
}

/** What the security policy calls the scripts that stand within the page: all that runs without a file of its own. */
export function scriptsIn(folder = builtFolder): string[] {
  const page = join(folder, 'index.html')
  const scripts = existsSync(page) ? readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs) : []
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** What the build names by its content. */
export const isAsset = (path: string): boolean => path.startsWith('/assets/')

export async function serveApp(server: FastifyInstance, folder = builtFolder): Promise<void> {
  const page = existsSync(join(folder, 'index.html')) ? readFileSync(join(folder, 'index.html')) : null
  if (page) {
    const usual = { index: false, preCompressed: true, cacheControl: false } as const
    await server.register(fastifyStatic, {
      ...usual,
      root: folder,
      wildcard: false,
      // Those of code have one address for all: of its own each would cost the start some time.
      globIgnore: ['assets/**', ...compressed.map((ending) => `**/*${ending}`)],
      // Asked for each time.
      setHeaders: (reply) => reply.setHeader('cache-control', 'no-cache'),
    })
    await server.register(fastifyStatic, {
      ...usual,
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      allowedPath: (path) => /^\/\w[\w.-]*$/.test(path) && !compressed.some((ending) => path.endsWith(ending)),
      setHeaders: (reply) => {
        // What the build names by its content never changes.
        reply.setHeader('cache-control', `public, max-age=${year}, immutable`)
        // All that a file of code needs of what protects pages (framework.ts).
        reply.setHeader('x-content-type-options', 'nosniff')
      },
    })
    // What visitors see who do not log in: a page of its own, without the app.
    server.get('/landing', (_, reply) => reply.sendFile('landing.html'))
  }
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const isPage =
      /^(GET|HEAD)$/.test(request.method) &&
      !/^\/(v1|iclock|webhooks|docs|assets)(\/|$)/.test(path) &&
      !/\.\w+$/.test(path)
    if (isPage && page) return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
    return reply.code(404).send({ detail: errors['route.missing'][1] })
  })
}
