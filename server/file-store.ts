// Images as files in DATA_DIR, one folder a gym. Only names that the product made get here. What a name holds never changes.
import { randomBytes } from 'node:crypto'
import type { Dirent, ReadStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

function unlessMissing(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error
}

/** Where a file stands, or stood before it was removed. */
export interface StoredFile {
  gym: string
  folder: string
  name: string
  path: string
}

const namePattern = /^[\w.-]+$/
const folderPattern = /^\w+$/
/** No name of an image has it. */
const separator = ','
/** Where what is removed lies while a copy is made. */
const aside = '.removed'

export class FileStore {
  readonly #root: string
  readonly #aside: string
  constructor(dataDir: string) {
    this.#root = join(dataDir, 'images')
    this.#aside = join(this.#root, aside)
  }

  /** Answers false where that name is taken. */
  async put(gym: number, folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
    await mkdir(join(this.#root, String(gym), folder), { recursive: true })
    try {
      await writeFile(this.#path(gym, folder, name), bytes, { flag: 'wx' })
      return true
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      throw error
    }
  }

  /** Answers null where there is none. */
  async read(gym: number, folder: string, name: string): Promise<ReadStream | null> {
    try {
      return (await open(this.#path(gym, folder, name))).createReadStream()
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null
      throw error
    }
  }

  async remove(gym: number, folder: string, name: string): Promise<void> {
    const path = this.#path(gym, folder, name)
    try {
      await rename(path, join(this.#aside, [gym, folder, name].join(separator)))
    } catch (error) {
      unlessMissing(error)
      await rm(path, { force: true })
    }
  }

  async removeGym(gym: number): Promise<void> {
    await rm(join(this.#root, String(Math.trunc(gym))), { recursive: true, force: true })
  }

  /** From here on what is removed is put aside: rows of a copy that is being made may still show it. */
  async keepRemoved(): Promise<void> {
    await mkdir(this.#aside, { recursive: true })
  }

  /**
   * Also what a copy that was killed left. Under another name first: what is removed meanwhile would else be put into the folder
   * that is being emptied.
   */
  async dropRemoved(): Promise<void> {
    await rename(this.#aside, `${this.#aside}.${randomBytes(4).toString('hex')}`).catch(unlessMissing)
    for await (const { name } of entriesOf(this.#root))
      if (name.startsWith(`${aside}.`))
        await rm(join(this.#root, name), { recursive: true, force: true, maxRetries: 3 })
  }

  /**
   * What is put aside comes last: so what is removed meanwhile is listed once at least. What somebody's file browser leaves in
   * these folders is passed over. So is a folder that cannot be read, where somebody takes note of it: `1/clients/`.
   */
  async *files(passOver?: (folder: string) => void): AsyncGenerator<StoredFile> {
    const entriesIn = (...folders: string[]) =>
      entriesOf(join(this.#root, ...folders), passOver && (() => passOver([...folders, ''].join('/'))))
    for await (const { name: gym } of foldersAmong(entriesIn(), /^\d+$/))
      for await (const { name: folder } of foldersAmong(entriesIn(gym), folderPattern))
        for await (const entry of entriesIn(gym, folder))
          if (entry.isFile() && namePattern.test(entry.name))
            yield { gym, folder, name: entry.name, path: join(this.#root, gym, folder, entry.name) }
    for await (const entry of entriesIn(aside)) {
      const [gym = '', folder = '', name = ''] = entry.name.split(separator)
      if (entry.isFile() && name !== '') yield { gym, folder, name, path: join(this.#aside, entry.name) }
    }
  }

  #path(gym: number, folder: string, name: string): string {
    if (!namePattern.test(name) || !folderPattern.test(folder))
      throw new Error(`not an image's name: ${folder}/${name}`)
    return join(this.#root, String(gym), folder, name)
  }
}

async function* foldersAmong(entries: AsyncIterable<Dirent>, pattern: RegExp): AsyncGenerator<Dirent> {
  for await (const entry of entries) if (entry.isDirectory() && pattern.test(entry.name)) yield entry
}

/** Of a folder that may be gone: none. Of one that cannot be read to its end: as far as it can, where `passOver` is told. */
async function* entriesOf(folder: string, passOver?: () => void): AsyncGenerator<Dirent> {
  try {
    for await (const entry of await opendir(folder)) yield entry
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    if (!passOver) throw error
    passOver()
  }
}
