import { makeStore } from '../kit/store.ts'

/** True if the server runs another build than this tab. Every server response names the server's build. */
export const isBuildOutdated = makeStore(false)

/** Name of the page's first script, which contains a hash that changes with every build; null in development. */
function ownBuild(): string | null {
  const begin = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return /\/assets\/([\w.-]+)\.js$/.exec(begin?.src ?? '')?.[1] ?? null
}

export function recordServerBuild(build: string | null): void {
  if (isBuildOutdated.read() || build === null) return
  const own = ownBuild()
  if (own !== null && own !== build) isBuildOutdated.set(true)
}
