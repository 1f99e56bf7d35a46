// @ts-check
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-command.mjs'

const skipped = new Set(['node_modules', 'build', 'data', 'demo-data', 'test-results'])

/**
 * Every file below the folders, as paths from the repository's root, in a fixed order. A folder may lack.
 * @param {string[]} folders
 * @returns {string[]}
 */
export function listFiles(folders) {
  return folders.flatMap((folder) =>
    entriesOf(folder).flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (skipped.has(entry.name) || entry.name.startsWith('.')) return []
      return entry.isDirectory() ? listFiles([path]) : [path]
    }),
  )
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch {
    return []
  }
}
