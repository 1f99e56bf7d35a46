import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where package.json, the migrations and build/ are: the same from the sources and from the bundle in build/server. */
export const repositoryRoot = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  if (nameIn(join(folder, 'package.json')) === 'torniquete') return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`No package.json of torniquete above ${fileURLToPath(import.meta.url)}`)
  return findRoot(parent)
}

function nameIn(manifest: string): unknown {
  if (!existsSync(manifest)) return undefined
  const content: { name?: unknown } = JSON.parse(readFileSync(manifest, 'utf8'))
  return content.name
}
