import { realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/**
 * Node under the name that stays when it is brought up to date: the running one knows itself as its version's folder, which
 * Homebrew and others remove with the next.
 */
export function stableNode(running: string, path = '', platform = process.platform): string {
  const own = realpathSync(running)
  const program = platform === 'win32' ? 'node.exe' : 'node'
  const named = path.split(delimiter).filter(isAbsolute)
  return named.map((folder) => join(folder, program)).find((file) => realPathOf(file) === own) ?? running
}

function realPathOf(file: string): string | null {
  try {
    return realpathSync(file)
  } catch {
    return null
  }
}
