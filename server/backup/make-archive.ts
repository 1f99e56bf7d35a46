// The pieces that every archive is made of.
import { partOf, type Tally } from './manifest.ts'
import { type TarEntry, writeEntry } from './tar.ts'

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

export const entryOf = (name: string, bytes: Buffer): TarEntry => ({ name, size: bytes.length, content: once(bytes) })

export const jsonEntry = (name: string, value: object): TarEntry =>
  entryOf(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

/** Written as they are hashed. */
export async function* counted(tally: Tally, entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    const part = partOf(entry.name)
    if (!part) throw new Error(`no part of a copy: ${entry.name}`)
    yield* writeEntry(tally.through(part, entry), new Date())
  }
}
