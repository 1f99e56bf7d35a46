import { makeStore } from '../kit/store.ts'

/** True if the server has another build of the application than the one that runs in this tab: every answer names it. */
export const isBuildOutdated = makeStore(false)

/** The hashed name of the page's first script, which changes with every build; null where the page was not built. */
function ownBuild(): string | null {
  const begin = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return /\/assets\/([\w.-]+)\.js$/.exec(begin?.src ?? '')?.[1] ?? null
}

/** Compares the `X-Build` header of an answer with this page's own build. */
export function noteBuild(build: string | null): void {
  if (isBuildOutdated.read() || build === null) return
  const own = ownBuild()
  if (own !== null && own !== build) isBuildOutdated.set(true)
}
