// The two templates that the gym's Meta account must have. docs/messages.md has their bodies.
import type { Outgoing } from './messenger.ts'

export const language = 'es'
export const templates: Record<Outgoing['template'], { name: string; body: string }> = {
  aviso: {
    name: 'torniquete_aviso',
    body: 'Aviso de tu gimnasio sobre tu membresía:\n\n{{1}}\n\nSi tienes alguna pregunta, consulta en recepción.',
  },
  informe: {
    name: 'torniquete_informe',
    body: 'Informe diario de tu gimnasio:\n\n{{1}}\n\nEl detalle está en Torniquete, en el informe del día.',
  },
}

/** Meta's limit for a body with its parameter. */
const longestBody = 1024

/** Parameters may have no line breaks, tabs or runs of spaces; lines of a report are joined by dots. */
export function formatParameter({ template, text }: Pick<Outgoing, 'template' | 'text'>): string {
  const lines = text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  const flat = lines.join(template === 'informe' ? ' · ' : ' ')
  const room = longestBody - templates[template].body.length
  if (flat.length <= room) return flat
  let cut = ''
  for (const character of flat) {
    if (cut.length + character.length > room - 1) break
    cut += character
  }
  return `${cut.trimEnd()}…`
}
