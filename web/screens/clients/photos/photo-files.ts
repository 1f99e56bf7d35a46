import { maxPhotosPerCall } from '@torniquete/contract/members/client-photos.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'

interface PhotoFile {
  name: string
  read: () => Promise<Blob>
}

export interface ChosenPhotos {
  title: string
  files: readonly PhotoFile[]
}

/** Maximum size of a photo in bytes: larger than camera files, but small enough for a phone's memory. */
const most = 30 * 1024 * 1024

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || type === 'application/zip'

const isOther = (name: string) => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)|\/$/i.test(name)

export async function readChosenPhotos(chosen: readonly File[]): Promise<ChosenPhotos | string> {
  const [first] = chosen
  if (!first) return 'No se seleccionó un archivo.'
  const archive = chosen.length === 1 && isZip(first)
  const all = archive
    ? await import('./read-zip-entries.ts')
        .then(({ readZipEntries: zipEntries }) => zipEntries(first))
        .catch(() => null)
    : chosen.map((file) => ({ name: file.name, size: file.size, read: async () => file as Blob }))
  if (!all) return 'El archivo no se pudo leer. Debe ser un .zip de menos de 4 GB.'
  const files = all.filter(({ name }) => !isOther(name))
  if (files.length === 0) return 'No hay ninguna foto.'
  if (files.length > maxPhotosPerCall) return `Son demasiadas: caben ${formatNumber(maxPhotosPerCall)} fotos por vez.`
  const large = files.find(({ size }) => size > most)
  if (large) return `${large.name} pesa más de ${most / 1024 / 1024} MB.`
  return {
    title: archive ? first.name : `${formatNumber(files.length)} ${files.length === 1 ? 'archivo' : 'archivos'}`,
    files,
  }
}

const types: Record<string, string> = { png: 'image/png', svg: 'image/svg+xml' }

export async function makePhotoFile({ name, read }: PhotoFile): Promise<File> {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return new File([await read()], name.slice(name.lastIndexOf('/') + 1), { type: types[ending] ?? 'image/jpeg' })
}
