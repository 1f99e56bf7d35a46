// What becomes of a folder that is restored into: all of a copy or nothing, whatever stops it.

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { writeAtomicallySync } from '../db/embedded/files.ts'
import { dropFolder, newFolder, startOwnCluster } from '../testing/own-cluster.ts'
import type { TestApp } from '../testing/test-app.ts'
import { writeBackup } from './back-up.ts'
import { manifestName, partOf, secretFile, Tally } from './manifest.ts'
import { restoreInto } from './restore.ts'
import { requireFinished } from './restored-mark.ts'
import { contentOf, endOfTar, readTar, writeEntry } from './tar.ts'

const phrase = 'una clave de prueba, larga'

let app: TestApp
let folder: string
const restored: string[] = []
beforeAll(async () => {
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'data'))
}, 120_000)
afterEach(() => restored.splice(0).forEach(dropFolder))
afterAll(async () => {
  await app.close()
  dropFolder(folder)
}, 60_000)

function emptyFolder(): string {
  const made = newFolder()
  restored.push(made)
  return made
}

async function copyOf(name: string, key?: string): Promise<string> {
  const file = join(folder, name)
  await writeBackup({ dataDir: app.dataDir, address: app.database.address }, file, key)
  return file
}

test.each([undefined, phrase])(
  'a copy that was cut or altered is refused, and nothing is there (key: %s)',
  {
    timeout: 120_000,
  },
  async (key) => {
    const whole = await readFile(await copyOf('whole.tar.gz', key))
    const file = join(folder, 'damaged.tar.gz')
    const into = emptyFolder()
    const refusal = async (content: Buffer) => {
      writeFileSync(file, content)
      const said = await restoreInto(into, file, key).then(
        () => 'restored',
        (error: Error) => error.message,
      )
      expect(readdirSync(into)).toEqual([])
      return said
    }
    const broken = expect.stringMatching(/no es una copia entera|no es la clave de/)
    for (const length of [0, 30, 70_000, whole.length / 2, whole.length - 1])
      expect(await refusal(whole.subarray(0, length)), `cut to ${length}`).toEqual(broken)
    for (const at of [100, whole.length / 3, whole.length - 20, whole.length - 5]) {
      // More than a bit: of what is packed, some bits can be other ones and say the same.
      const altered = Buffer.from(whole)
      for (let byte = Math.floor(at); byte < Math.min(at + 16, whole.length); byte += 1)
        altered.writeUInt8(altered.readUInt8(byte) ^ 0xa5, byte)
      expect(await refusal(altered), `altered at ${at}`).toEqual(broken)
    }
  },
)

test('a copy with a key opens with that one alone, and says nothing to whoever has none', async () => {
  const file = await copyOf('sealed.tar.gz', phrase)
  expect((await readFile(file)).includes('postgres/PG_VERSION')).toBe(false)
  const into = emptyFolder()
  await expect(restoreInto(into, file, undefined)).rejects.toThrow(
    `${file} está cifrado: indica su clave en BACKUP_KEY.`,
  )
  await expect(restoreInto(into, file, `${phrase}.`)).rejects.toThrow(/^BACKUP_KEY no es la clave de \S+, o el archivo/)
  expect(readdirSync(into)).toEqual([])
  await restoreInto(into, file, phrase)
  expect(readdirSync(into).sort()).toEqual(['biometrics-key', 'postgres', 'restored.json'])
})

test('whoever seals copies is not handed one that is not', async () => {
  const file = await copyOf('open.tar.gz')
  const into = emptyFolder()
  await expect(restoreInto(into, file, phrase)).rejects.toThrow(`${file} no está cifrado: quita BACKUP_KEY si`)
  expect(readdirSync(into)).toEqual([])
})

test('a copy of before, which held the secret of the sessions and nothing of its end, opens and leaves none behind', async () => {
  const file = await copyOf('older.tar.gz')
  const [tally, pieces]: [Tally, Buffer[]] = [new Tally(), []]
  const add = async (name: string, bytes: Buffer) => {
    const [part, entry] = [partOf(name), { name, size: bytes.length, content: Readable.from([bytes]) }]
    for await (const piece of writeEntry(part ? tally.through(part, entry) : entry, new Date())) pieces.push(piece)
  }
  for await (const entry of readTar(Readable.from([gunzipSync(await readFile(file))]))) {
    const content = await contentOf(entry)
    if (entry.name !== manifestName) await add(entry.name, content)
    else {
      await add(secretFile, Buffer.from('the secret of the sessions'))
      const older = { ...JSON.parse(content.toString()), ended_at: undefined, parts: tally.parts() }
      await add(manifestName, Buffer.from(JSON.stringify(older)))
    }
  }
  writeFileSync(file, gzipSync(Buffer.concat([...pieces, endOfTar()]), { level: 1 }))
  const into = emptyFolder()
  expect((await restoreInto(into, file, undefined)).parts.secrets.files).toBe(2)
  expect(readdirSync(into).sort()).toEqual(['biometrics-key', 'postgres', 'restored.json'])
})

/** As a kill leaves it that came when all was read, and only some of it had its name. */
function cutBetweenNames(into: string, manifest: object): void {
  const unfinished = join(into, 'restore.unfinished')
  mkdirSync(unfinished)
  renameSync(join(into, 'postgres'), join(unfinished, 'postgres'))
  writeAtomicallySync(join(unfinished, 'whole.json'), JSON.stringify(manifest))
}

test('one that was cut between two names is ended, whichever file is named, and nothing starts on it before', async () => {
  const file = await copyOf('interrupted.tar.gz')
  const into = emptyFolder()
  const manifest = await restoreInto(into, file, undefined)
  expect(() => requireFinished(into)).not.toThrow()
  cutBetweenNames(into, { ...manifest, damaged: true, unread: ['1/clients/a.webp'] })
  expect(() => requireFinished(into)).toThrow(
    /quedó a medias una restauración: repite npm run restore \S+ \S+ para termin/,
  )
  await expect(restoreInto(into, join(folder, 'nada.tar.gz'), undefined)).rejects.toThrow(
    /^Se terminó la restauración.+\nATENCIÓN: la base de datos tiene .+\nATENCIÓN: faltan imágenes .+ images\/1\/clients\/a\.webp\.$/,
  )
  expect(readdirSync(into).sort()).toEqual(['biometrics-key', 'postgres', 'restored.json'])
  expect(() => requireFinished(into)).not.toThrow()
})

test('what stands where one is ended is somebody’s, and is not replaced', async () => {
  const file = await copyOf('taken.tar.gz')
  const into = emptyFolder()
  const manifest = await restoreInto(into, file, undefined)
  cutBetweenNames(into, manifest)
  mkdirSync(join(into, 'postgres'))
  writeFileSync(join(into, 'postgres', 'PG_VERSION'), 'x')
  await expect(restoreInto(into, file, undefined)).rejects.toThrow(
    /hay postgres y no es de esta restauración: apártalo/,
  )
  rmSync(join(into, 'postgres'), { recursive: true })
  await expect(restoreInto(into, file, undefined)).rejects.toThrow(/^Se terminó la restauración/)
  expect(await readFile(join(into, 'postgres', 'PG_VERSION'), 'utf8')).not.toBe('x')
})

test('half of one, cut while it was read, is begun again', async () => {
  const file = await copyOf('half.tar.gz')
  const into = emptyFolder()
  mkdirSync(join(into, 'restore.unfinished', 'postgres'), { recursive: true })
  expect(() => requireFinished(into)).toThrow(/quedó a medias una restauración: .* borra restore\.unfinished/)
  await restoreInto(into, file, undefined)
  expect(readdirSync(into).sort()).toEqual(['biometrics-key', 'postgres', 'restored.json'])
})

test('a folder that holds something, or that somebody uses, is left as it is', async () => {
  const file = await copyOf('kept.tar.gz')
  const into = emptyFolder()
  writeFileSync(join(into, 'notas.txt'), 'x')
  await expect(restoreInto(into, file, undefined)).rejects.toThrow(/^La carpeta \S+ no está vacía \(notas\.txt\)/)
  expect(readdirSync(into)).toEqual(['notas.txt'])
  await expect(restoreInto(app.dataDir, file, undefined)).rejects.toThrow(/ya está en uso por otro Torniquete/)
  await expect(restoreInto(emptyFolder(), join(folder, 'nada.tar.gz'), undefined)).rejects.toThrow(/^No se puede leer/)
})
