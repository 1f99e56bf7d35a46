// Images as files in DATA_DIR, one folder a gym. Only names that the product made get here.
import type { ReadStream } from 'node:fs'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

export class FileStore {
  readonly #root: string
  constructor(dataDir: string) {
    this.#root = join(dataDir, 'images')
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
    await rm(this.#path(gym, folder, name), { force: true })
  }

  async removeGym(gym: number): Promise<void> {
    await rm(join(this.#root, String(Math.trunc(gym))), { recursive: true, force: true })
  }

  #path(gym: number, folder: string, name: string): string {
    if (!/^[\w.-]+$/.test(name) || !/^\w+$/.test(folder)) throw new Error(`not an image's name: ${folder}/${name}`)
    return join(this.#root, String(gym), folder, name)
  }
}
