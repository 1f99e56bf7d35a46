// Archive files: written from entries, read back, truncated, altered, and opened with another passphrase.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ArchiveEntry, FilesDigest, type Manifest, makeJsonEntry } from './archive-format.ts'
import { readArchive, verifyArchive } from './archive-reader.ts'
import { type ArchiveWriteOptions, writeArchiveEntries } from './archive-writer.ts'
import { BackupRefusal } from './backup-errors.ts'
import { RowDigest } from './row-digest.ts'

const phrase = 'una clave de prueba'
let folder: string
let plain: string
let encrypted: string
const rows = Array.from({ length: 20_000 }, (_, at) => `${at}\tJosé ${at * 7919}\\N\n`).join('')

/** Yields two chunks of rows and a picture. `change` alters the manifest. */
async function* createEntries(change: Partial<Manifest> = {}): AsyncGenerator<ArchiveEntry, Manifest> {
  const content = Buffer.from(rows)
  const half = content.indexOf(10, content.length >> 1) + 1
  const digest = new RowDigest()
  digest.addRows(content)
  const files = new FilesDigest()
  const picture = { name: 'images/1/clients/a.webp', content: Buffer.from('a picture') }
  yield { name: 'tables/clients/0', content: content.subarray(0, half) }
  yield { name: 'tables/clients/1', content: content.subarray(half) }
  files.add(picture)
  yield picture
  const manifest: Manifest = {
    format: 1,
    version: '1.0.0',
    made_at: '2026-11-20T10:00:00.000Z',
    migrations: [],
    tables: [{ name: 'clients', columns: ['id', 'name'], rows: 20_000, digest: String(digest) }],
    sequences: [],
    files: files.finish(),
    ...change,
  } as Manifest // one test needs a manifest without migrations, which is not valid
  yield makeJsonEntry('manifest.json', manifest)
  return manifest
}

const migrations = [{ name: '9999-later.sql', checksum: null }]
const write = (file: string, options: Partial<ArchiveWriteOptions> = {}, change: Partial<Manifest> = {}) =>
  writeArchiveEntries(() => createEntries({ migrations, ...change }), file, { phrase: undefined, ...options })
const open = (file: string, given: string | undefined) => readArchive(file, { phrase: given }, () => {})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-archive-'))
  ;[plain, encrypted] = [join(folder, 'plain'), join(folder, 'encrypted')]
  await write(plain)
  await write(encrypted, { phrase })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('archive: entries read back equal the entries written', async () => {
  for (const [file, given] of [
    [plain, undefined],
    [encrypted, phrase],
  ] as const) {
    const read: ArchiveEntry[] = []
    const manifest = await readArchive(file, { phrase: given }, (entry) => void read.push(entry))
    expect(read.map(({ name }) => name)).toEqual(['tables/clients/0', 'tables/clients/1', 'images/1/clients/a.webp'])
    expect(Buffer.concat(read.slice(0, 2).map(({ content }) => content)).toString()).toBe(rows)
    expect(manifest.tables[0]?.rows).toBe(20_000)
  }
})

test('archive: refused without passphrase, with a wrong one, or unencrypted despite BACKUP_KEY', async () => {
  await expect(open(encrypted, undefined)).rejects.toThrow(`${encrypted} está cifrado: indica su clave en BACKUP_KEY.`)
  await expect(open(encrypted, 'otra clave de prueba')).rejects.toThrow(/^BACKUP_KEY no es la clave de /)
  await expect(open(plain, phrase)).rejects.toThrow(/no está cifrado: quita BACKUP_KEY/)
  await expect(open(join(folder, 'missing'), undefined)).rejects.toThrow(/^No se puede leer .+ \(ENOENT\)\.$/)
  await expect(open(folder, undefined)).rejects.toThrow(/^No se puede leer .+ \(EISDIR\)\.$/)
})

test('archive: refused if truncated at any byte', async () => {
  const cut = join(folder, 'cut')
  const [whole, sealed] = [readFileSync(plain), readFileSync(encrypted)]
  const cuts = [0, 5, 700, whole.length >> 1, whole.length - 9, whole.length - 1].map((end) => whole.subarray(0, end))
  // Fewer cuts are tried on an encrypted file, because deriving a key from the passphrase is slow by design.
  for (const bytes of [...cuts, sealed.subarray(0, 700), sealed.subarray(0, sealed.length - 1)]) {
    writeFileSync(cut, bytes)
    const given = cuts.includes(bytes) ? undefined : phrase
    await expect(open(cut, given), `${bytes.length} bytes`).rejects.toThrow(/está cortado o dañado|archivo está dañado/)
  }
}, 60_000)

test('archive: refused if any byte is altered', async () => {
  const altered = join(folder, 'altered')
  for (const [file, given, places] of [
    [plain, undefined, [3, 40, 100, 200, 30_000, -20, -2]],
    [encrypted, phrase, [100, 30_000, -2]],
  ] as const)
    for (const at of places) {
      const bytes = readFileSync(file)
      const place = at < 0 ? bytes.length + at : at
      bytes.writeUInt8(bytes.readUInt8(place) ^ 0x5a, place)
      writeFileSync(altered, bytes)
      await expect(open(altered, given), `byte ${at}`).rejects.toThrow(/dañado/)
    }
}, 60_000)

test('archive: refused if its contents differ from the manifest, or a newer version wrote it', async () => {
  const other = join(folder, 'other')
  const verify = () => verifyArchive(other, { phrase: undefined })
  const table = { name: 'clients', columns: ['id'], rows: 20_000, digest: '0'.repeat(64) }
  for (const change of [{ tables: [table] }, { tables: [] }, { files: { images: 2, sha256: '' } }]) {
    await write(other, {}, change)
    await expect(verify()).rejects.toThrow(/no es una copia entera: está cortado o dañado/)
  }
  await write(other, {}, {})
  await expect(verify()).rejects.toThrow(/es de una versión más nueva de Torniquete \(1\.0\.0: 9999-later\.sql\)/)
  await write(other, {}, { format: 2 } as unknown as Partial<Manifest>)
  await expect(verify()).rejects.toThrow(/es de una versión más nueva/)
})

test('backup: an unwritable path gives one line of error and leaves no file behind', async () => {
  const before = readdirSync(folder)
  await expect(write(join(plain, 'copy'))).rejects.toThrow(/^No se puede escribir .+: una parte de la ruta no es una/)
  await expect(write(join(folder, 'none/copy'))).rejects.toThrow(/^No se puede escribir .+: la carpeta no existe\.$/)
  await expect(write(folder)).rejects.toThrow(/^No se puede escribir .+: es una carpeta\.$/)
  expect(readdirSync(folder)).toEqual(before)
})

test('backup: failing, stopping or stalling keeps the previous backup file unchanged', async () => {
  const own = join(folder, 'own')
  mkdirSync(own)
  const file = join(own, 'copy')
  writeFileSync(file, 'the former')
  const full = new BackupRefusal('queda menos de 1 GB', 'space')
  await expect(
    write(file, {
      requireRoom: async () => {
        throw full
      },
    }),
  ).rejects.toBe(full)
  const hanging = async function* (): AsyncGenerator<ArchiveEntry, Manifest> {
    yield { name: 'tables/clients/0', content: Buffer.from(rows) }
    throw new Error('the disk of the pictures is gone')
  }
  await expect(writeArchiveEntries(hanging, file, { phrase })).rejects.toThrow('the disk of the pictures is gone')
  const ending = new AbortController()
  const slow = write(file, { signal: ending.signal, rate: 1000 })
  const reason = new Error('stopped')
  setTimeout(() => ending.abort(reason), 20)
  await expect(slow).rejects.toBe(reason)
  await expect(write(file, { rate: 1000, stalledAfterMs: 50 })).rejects.toThrow(/^nothing of a backup was written/)
  expect(readFileSync(file, 'utf8')).toBe('the former')
  expect(readdirSync(own)).toEqual(['copy'])
})
