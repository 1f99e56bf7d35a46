// Serves the built browser application. A URL without a file is a route of the application and gets its page.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { errorsByName } from '@torniquete/contract/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { repositoryRoot } from '../db/repository-root.ts'

const builtFolder = join(repositoryRoot, 'build/web')
/** Endings of precompressed files, which are chosen by Accept-Encoding and not served under their own URL. */
const compressed = ['.br', '.gz']

function readPage(folder: string): Buffer | null {
  const file = join(folder, 'index.html')
  return existsSync(file) ? readFileSync(file) : null
}

/** Returns the hashed name of the page's first script, which changes with every build; null without a build. */
export const readBuildId = (folder = builtFolder): string | null =>
  /<script type="module"[^>]* src="\/assets\/([\w.-]+)\.js"/.exec(readPage(folder)?.toString() ?? '')?.[1] ?? null

/** Returns hashes of the page's inline scripts for the Content-Security-Policy: `'sha256-…'`. */
export function listInlineScriptHashes(folder = builtFolder): string[] {
  const scripts = (readPage(folder)?.toString() ?? '').matchAll(/<script>(.*?)<\/script>/gs)
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

export async function serveStaticFiles(server: FastifyInstance, folder = builtFolder): Promise<void> {
  const page = readPage(folder)
  if (page) {
    const usual = { index: false, preCompressed: true, cacheControl: false } as const
    await server.register(fastifyStatic, {
      ...usual,
      root: folder,
      wildcard: false,
      // Assets share one wildcard route below, because a route for each asset would slow the start.
      globIgnore: ['assets/**', ...compressed.map((ending) => `**/*${ending}`)],
      // Makes browsers revalidate the file at each request.
      setHeaders: (reply) => reply.setHeader('cache-control', 'no-cache'),
    })
    await server.register(fastifyStatic, {
      ...usual,
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      allowedPath: (path) => /^\/\w[\w.-]*$/.test(path) && !compressed.some((ending) => path.endsWith(ending)),
      setHeaders: (reply) => {
        // Cached for ever, because an asset's name contains the hash of its content.
        reply.setHeader('cache-control', 'public, max-age=31536000, immutable')
        // A script needs only this one of the pages' security headers (create-fastify.ts).
        reply.setHeader('x-content-type-options', 'nosniff')
      },
    })
    // The landing page for visitors without a login, which loads none of the app.
    server.get('/landing', (_, reply) => reply.sendFile('landing.html'))
  }
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const isPage =
      /^(GET|HEAD)$/.test(request.method) &&
      !/^\/(v1|fe|iclock|webhooks|docs|assets)(\/|$)/.test(path) &&
      !/\.\w+$/.test(path)
    if (isPage && page) return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
    return reply.code(404).send({ detail: errorsByName['route.missing'][1] })
  })
}
