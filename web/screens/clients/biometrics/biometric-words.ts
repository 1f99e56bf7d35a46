// Texts for fingerprints and faces.
import { fingers, kindNames } from '@torniquete/contract/members/biometric-names.ts'
import type { ClientBiometrics, Enrolment } from '@torniquete/contract/members/biometrics.ts'
import { dayInZone, showDay } from '@torniquete/contract/shared/dates.ts'
import type { StateLine } from '../../../features/terminals/terminal-words.ts'

/** Sorted for a choice list, right hand first. */
export const fingerChoices = [...fingers.keys()]
  .sort((one, other) => Number(one < 5) - Number(other < 5) || one - other)
  .map((finger) => ({ value: String(finger), label: fingers[finger] ?? '' }))

type Kept = ClientBiometrics['kept'][number]

export const keptFrom = (zone: string, { device, taken_at }: Kept): string =>
  `${device ?? 'Recepción'}, ${showDay(dayInZone(zone, new Date(taken_at)))}`

/** A terminal's state of the templates; null if in sync. */
export function holdingLine({
  knows,
  leaving,
  held,
  waiting,
  refused,
}: ClientBiometrics['devices'][number]): StateLine | null {
  if (leaving) return { tone: 'warn', text: 'Aún tiene lo suyo: se le quita cuando llame' }
  if (!knows) return { tone: 'warn', text: 'Aún no tiene a esta persona' }
  if (refused > 0) return { tone: 'bad', text: 'No aceptó lo que se guarda: regístralo en él' }
  if (waiting > 0) return { tone: 'warn', text: `Falta que reciba ${waiting} de ${held + waiting}` }
  return held > 0 ? { tone: 'plain', text: 'Tiene lo que se guarda' } : null
}

const finger = (kind: Enrolment['kind']): boolean => kind === 'finger'

/** State of an enrolment and its tone. */
export function enrolmentLine({ kind, state, device: { name } }: Enrolment): StateLine {
  switch (state) {
    case 'asked':
      return { tone: 'warn', text: `Esperando a que ${name} reciba la orden…` }
    case 'waiting':
      return {
        tone: 'warn',
        text: finger(kind)
          ? `Que ponga el dedo tres veces en ${name}, cuando lo pida`
          : `Que se ponga delante de ${name}, cuando lo pida`,
      }
    case 'done':
      return { tone: 'plain', text: `${kindNames[kind]} registrad${finger(kind) ? 'a' : 'o'} en ${name}` }
    case 'exists':
      return { tone: 'bad', text: `${name} ya tenía ${finger(kind) ? 'ese dedo' : 'ese rostro'} de esta persona` }
    case 'somebody-else':
      return { tone: 'bad', text: `${name} conoce ${finger(kind) ? 'ese dedo' : 'ese rostro'} como de otra persona` }
    case 'failed':
      return {
        tone: 'bad',
        text: finger(kind)
          ? `No se leyó bien: límpialo y repite, siempre con el mismo dedo`
          : `No se leyó bien: repite con más luz y sin gafas ni gorra`,
      }
    case 'cancelled':
      return { tone: 'bad', text: `Se canceló en ${name}, o nadie se acercó a tiempo` }
    case 'busy':
      return { tone: 'bad', text: `${name} está ocupado: espera a que salga de su menú y repite` }
    case 'unsupported':
      return { tone: 'bad', text: `${name} no sabe registrarlo desde aquí: hazlo en su menú` }
    case 'refused':
      return { tone: 'bad', text: `${name} no quiso registrarlo: hazlo en su menú` }
    case 'silent':
      return { tone: 'bad', text: `${name} no respondió: comprueba que está conectado y repite` }
  }
}

/** True while the enrolment is running. */
export const isUnderWay = (enrolment: Enrolment | null | undefined): boolean =>
  enrolment?.state === 'asked' || enrolment?.state === 'waiting'
