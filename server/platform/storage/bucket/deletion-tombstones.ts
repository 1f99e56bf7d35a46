// Deletions that the bucket has not confirmed, noted in DATA_DIR so that none is lost.
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageName } from '../file-store.ts'

/** No picture's name contains it. */
const separator = ','

export class DeletionTombstones {
  readonly #folder: string
  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'images', '.unwanted')
  }

  async note(image: ImageName): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await writeFile(this.#fileOf(image), '')
  }

  async forget(image: ImageName): Promise<void> {
    await rm(this.#fileOf(image), { force: true })
  }

  async has(image: ImageName): Promise<boolean> {
    return access(this.#fileOf(image)).then(
      () => true,
      () => false,
    )
  }

  async all(): Promise<ImageName[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return names.flatMap((each) => {
      const [gym = '', folder = '', name = ''] = each.split(separator)
      return name === '' ? [] : [{ gym, folder, name }]
    })
  }

  #fileOf({ gym, folder, name }: ImageName): string {
    return join(this.#folder, [gym, folder, name].join(separator))
  }
}
