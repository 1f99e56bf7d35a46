import { sealedText } from '@torniquete/contract/sealed.ts'
import type { ArchiveInfo } from './manifest.ts'

/** What whoever has the copy, or what was restored of it, should know. */
export function warningsOf({ damaged, unread = [], lost = [], foreign = [], left }: ArchiveInfo): string[] {
  const words: string[] = []
  if (damaged)
    words.push('ATENCIÓN: la base de datos tiene páginas dañadas, y así están en la copia. Conserva las anteriores.')
  if (unread.length > 0) words.push(`ATENCIÓN: faltan imágenes que no se pudieron leer: ${firstOf(unread)}.`)
  if (lost.length > 0) words.push(`ATENCIÓN: hay imágenes que se perdieron antes, súbelas otra vez: ${firstOf(lost)}.`)
  if (foreign.length > 0)
    words.push(`ATENCIÓN: hay tablas que no son de Torniquete y no van en la copia: ${foreign.join(', ')}.`)
  if (left)
    words.push(
      `ATENCIÓN: una exportación no lleva lo cifrado (${sealedText(left)}): solo lo abre la clave de su instalación. Donde se importe se escriben los canales y se registran las huellas otra vez.`,
    )
  return words
}

function firstOf(places: string[]): string {
  const [first, ...others] = places.map((place) => (place === '' ? 'las de S3_BUCKET' : `images/${place}`))
  return `${first}${others.length > 0 ? ` y ${others.length} más` : ''}`
}
