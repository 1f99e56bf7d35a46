import { afterAll, expect, test } from 'vitest'
import { leastKey } from '../testing/own-cluster.ts'
import { DecryptionFailed, decryptWith, encryptWith, headBytes, isEncrypted, setScryptEffort } from './encryption.ts'

afterAll(() => setScryptEffort(leastKey))

/** As a release wrote it. */
const sealed = Buffer.from('dG9ybmlxdWV0ZSAxCgABAgMEBQYHCAkKCwwNDg8kW2JaC05zEqMYBLmtSmyFdRRk8Cdp2TAx2Gnd9sg=', 'base64')
const phrase = 'una clave de prueba'

async function* from(...parts: Buffer[]) {
  yield* parts
}

async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

const opened = async (file: Buffer, key: string): Promise<string> => {
  const [head, rest] = [file.subarray(0, headBytes), file.subarray(headBytes)]
  expect(isEncrypted(head)).toBe(true)
  return (await all(decryptWith(key, head)(from(rest)))).toString()
}

test('a copy outlives the program that made it: what a phrase costs to try stays as it was, and nothing cheaper opens it', async () => {
  setScryptEffort(null)
  expect(await opened(sealed, phrase)).toBe('lo de la copia')
  expect(await opened(await all(encryptWith(phrase)(from(Buffer.from('otra')))), phrase)).toBe('otra')
  await expect(opened(sealed, `${phrase}.`)).rejects.toThrow(DecryptionFailed)
  setScryptEffort(leastKey)
  await expect(opened(sealed, phrase)).rejects.toThrow(DecryptionFailed)
})
