import type { MatchedPhotos, ReportedFile } from '@torniquete/contract/members/client-photos.ts'
import type { StoredImage } from '@torniquete/contract/shared/images.ts'
import { useEffect, useRef, useState } from 'react'
import { isAuthRefusal, isInconclusive } from '../../../api/api-error.ts'
import { storeImage } from '../../../api/images.ts'
import { type Chosen, makeFile } from './photo-files.ts'

type Ready = MatchedPhotos['ready']

/** Parallel uploads: few fill the connection, and each keeps a picture in memory. */
const atOnce = 3

/**
 * Uploads photos one by one in display size. After an interruption a repeat continues with the rest; rejected photos
 * are reported.
 */
export function usePhotoUpload() {
  const stored = useRef(new Map<string, StoredImage>())
  const left = useRef(false)
  const [done, setDone] = useState(0)
  const [failed, setFailed] = useState<ReportedFile[]>([])
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  const store = async ({ files }: Chosen, ready: Ready) => {
    const refused = new Map<string, string>()
    const byName = new Map(files.map((file) => [file.name, file]))
    const waiting = ready.filter(({ file }) => !stored.current.has(file))
    setDone(ready.length - waiting.length)
    const work = async () => {
      for (let next = waiting.shift(); next && !left.current; next = waiting.shift()) {
        const { file } = next
        const photo = byName.get(file)
        try {
          if (photo) stored.current.set(file, await storeImage('clients', await makeFile(photo)))
        } catch (error) {
          if (isInconclusive(error) || isAuthRefusal(error)) {
            // Stops the other uploads, which would fail too.
            waiting.length = 0
            throw error
          }
          refused.set(file, error instanceof Error ? error.message : '')
        }
        setDone((before) => before + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    setFailed([...refused].map(([file, reason]) => ({ file, reason })))
    const photos = ready.flatMap(({ file, id_client }) => {
      const image = stored.current.get(file)
      return image ? [{ id_client, photo_url: image.url, photo_path: image.path }] : []
    })
    return { photos, failed: refused.size }
  }
  const forget = () => {
    stored.current.clear()
    setDone(0)
    setFailed([])
  }
  return { store, forget, done, failed }
}
