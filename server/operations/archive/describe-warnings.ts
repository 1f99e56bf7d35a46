import { formatSealedCounts } from '@torniquete/contract/admin/sealed.ts'
import type { Manifest } from './archive-format.ts'

/** Spanish lines about what an archive lacks. */
export function describeWarnings({ unread = [], lost = [], left }: Manifest): string[] {
  const lines: string[] = []
  if (unread.length > 0) lines.push(`ATENCIÓN: faltan imágenes que no se pudieron leer: ${summarize(unread)}.`)
  if (lost.length > 0)
    lines.push(`ATENCIÓN: hay imágenes que se perdieron antes, súbelas otra vez: ${summarize(lost)}.`)
  if (left)
    lines.push(
      `ATENCIÓN: la copia de un solo gimnasio no lleva lo cifrado (${formatSealedCounts(left)}): solo lo abre la clave de su instalación. Donde se restaure se escriben los canales y se registran las huellas otra vez.`,
    )
  return lines
}

function summarize(places: string[]): string {
  const [first, ...others] = places.map((place) => (place === '' ? 'las de S3_BUCKET' : `images/${place}`))
  return `${first}${others.length > 0 ? ` y ${others.length} más` : ''}`
}
