// Which copies this installation wrote, noted in DATA_DIR: BACKUP_DIR may be a disk that others write to, and a copy that is
// brought back on trial runs as this program.
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeAtomicallySync } from '../db/embedded/files.ts'

const Note = z.object({
  name: z.string(),
  bytes: z.number().int(),
  /** SHA-256 of the tar in it, in hex. */
  digest: z.string(),
})
export type CopyNote = z.infer<typeof Note>

const maxNotes = 1000
const fileIn = (dataDir: string) => join(dataDir, 'written-copies.json')

/** The notes, keyed by the copy's name. Empty if the file is missing or cannot be read. */
export function readCopyNotes(dataDir: string): Map<string, CopyNote> {
  try {
    const notes = z.array(Note).parse(JSON.parse(readIfThere(fileIn(dataDir)) ?? '[]'))
    return new Map(notes.map((note) => [note.name, note]))
  } catch {
    return new Map()
  }
}

/** The newest thousand are kept: disks for copies may take turns, and one that is away still holds its own. */
export function noteCopy(dataDir: string, note: CopyNote): void {
  const others = [...readCopyNotes(dataDir).values()].filter(({ name }) => name !== note.name)
  writeAtomicallySync(fileIn(dataDir), JSON.stringify([note, ...others].slice(0, maxNotes)))
}
