import { setTimeout as pause } from 'node:timers/promises'

/** True if the condition came true in time. */
export async function waitUntil(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (!condition()) {
    if (performance.now() >= deadline) return false
    await pause(20)
  }
  return true
}
