// Whether the server has another build of the application than the one that runs in this tab: every answer names it.
let outdated = false
const listeners = new Set<() => void>()

/** The file with which this page begins: its name follows the content of all others. Null where it was not built. */
function ownBuild(): string | null {
  const begin = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return /\/assets\/([\w.-]+)\.js$/.exec(begin?.src ?? '')?.[1] ?? null
}

/** Takes in the `X-Build` of an answer. */
export function noteBuild(build: string | null): void {
  if (outdated || build === null) return
  const own = ownBuild()
  outdated = own !== null && own !== build
  if (outdated) for (const listener of listeners) listener()
}

export const isOutdated = (): boolean => outdated

export function watchBuild(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
