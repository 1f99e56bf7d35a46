import { makeStore } from '../kit/store.ts'

/** Whether the server has another build of the application than the one that runs in this tab: every answer names it. */
export const isBuildOutdated = makeStore(false)

/** The file with which this page begins: its name follows the content of all others. Null where it was not built. */
function ownBuild(): string | null {
  const begin = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return /\/assets\/([\w.-]+)\.js$/.exec(begin?.src ?? '')?.[1] ?? null
}

/** Takes in the `X-Build` of an answer. */
export function noteBuild(build: string | null): void {
  if (isBuildOutdated.read() || build === null) return
  const own = ownBuild()
  if (own !== null && own !== build) isBuildOutdated.set(true)
}
