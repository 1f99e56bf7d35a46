// Tests generated from the table of calls: one test tries all of them, and its failure names those that failed.
import { isDeepStrictEqual } from 'node:util'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { expect } from 'vitest'
import type { Digest } from './digest.ts'

/** Several hundred calls on a busy machine. */
export const everyCallTimeout = 300_000

type Names = readonly EndpointName[]
type Attempt = (name: EndpointName) => unknown

/** Tries each call, also after one failed, and fails with all failures at once. */
export async function everyCall(names: Names, attempt: Attempt): Promise<void> {
  const failures: string[] = []
  for (const name of names) {
    try {
      await attempt(name)
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  expect(failures).toEqual([])
}

/** Like `everyCall`, and requires an unchanged database. If it changed, a second round finds the call. */
export async function everyCallChangesNothing(digest: Digest, names: Names, attempt: Attempt): Promise<void> {
  const before = await digest.take()
  await everyCall(names, attempt)
  const after = await digest.take()
  if (isDeepStrictEqual(after, before)) return
  await everyCall(names, async (name) => {
    const untouched = await digest.take()
    await attempt(name)
    expect(await digest.take()).toEqual(untouched)
  })
  // A second time none of them changes anything.
  expect(after).toEqual(before)
}
