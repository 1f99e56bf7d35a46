import type { DeviceBiometrics } from '@torniquete/contract/members/biometrics.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { StateLine } from '../../../features/terminals/terminal-words.ts'

const part = ({ held, wanted }: { held: number; wanted: number }, what: string): string =>
  `${showNumber(held)} de ${showNumber(wanted)} ${what}`

/** Templates on the terminal, and those it rejected. */
export function biometricLines({ known, people, templates }: DeviceBiometrics): StateLine[] {
  if (!known)
    return [
      {
        tone: 'warn',
        text: 'No dice con qué algoritmo lee huellas y rostros: no recibe los guardados. Apágalo y enciéndelo para que lo diga.',
      },
    ]
  const isFilled = people.held === people.wanted && templates.held + templates.refused === templates.wanted
  const kept =
    templates.wanted === 0 ? 'ninguna huella ni rostro guardado' : part(templates, 'huellas y rostros guardados')
  const text = `${part(people, 'personas')} · ${kept}`
  const lines: StateLine[] = [{ tone: isFilled ? 'plain' : 'warn', text: isFilled ? text : `Recibiendo: ${text}` }]
  if (templates.refused > 0)
    lines.push({ tone: 'bad', text: `No aceptó ${showNumber(templates.refused)} huellas o rostros guardados` })
  return lines
}

export const missingTitle = ({ missing_count, missing }: DeviceBiometrics): string => {
  const count =
    missing_count === 1
      ? '1 persona con derecho ha de registrarse aquí: no tiene nada guardado que sirva'
      : `${showNumber(missing_count)} personas con derecho han de registrarse aquí: no tienen nada guardado que sirva`
  return missing.length < missing_count ? `${count} (las primeras ${showNumber(missing.length)})` : count
}
