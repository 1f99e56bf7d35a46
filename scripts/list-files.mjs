// @ts-check
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-command.mjs'

const skipped = /^(\..*|node_modules|build|data|demo-data|test-results)$/

/**
 * Lists all files below the folders as paths from the repository's root, sorted. Missing folders are skipped.
 * @param {string[]} folders
 * @returns {string[]}
 */
export function listFiles(folders) {
  return folders.flatMap((folder) => {
    const entries = existsSync(join(root, folder)) ? readdirSync(join(root, folder), { withFileTypes: true }) : []
    return entries
      .filter(({ name }) => !skipped.test(name))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? listFiles([`${folder}/${entry.name}`]) : [`${folder}/${entry.name}`]))
  })
}
