import { FileStore, type StoredFile } from '../storage/file-store.ts'

/** Images of a disk that lists what it has and gives nothing of it. */
export class FailingStore extends FileStore {
  override async *files(passOver?: (folder: string) => void): AsyncGenerator<StoredFile> {
    for await (const file of super.files(passOver))
      yield {
        ...file,
        read: async () => {
          throw new Error('EIO: i/o error, read')
        },
      }
  }
}
