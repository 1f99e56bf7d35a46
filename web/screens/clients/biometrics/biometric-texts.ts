import { biometricKindNames, fingerNames } from '@torniquete/contract/members/biometric-names.ts'
import type { ClientBiometrics, Enrolment } from '@torniquete/contract/members/biometrics.ts'
import { formatDate, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import type { TerminalStateLine } from '../../../features/terminals/terminal-texts.ts'

/** Fingers for a choice list, right hand first. */
export const fingerChoices = [...fingerNames.keys()]
  .sort((one, other) => Number(one < 5) - Number(other < 5) || one - other)
  .map((finger) => ({ value: String(finger), label: fingerNames[finger] ?? '' }))

type Kept = ClientBiometrics['kept'][number]

export const formatTemplateOrigin = (zone: string, { device, taken_at }: Kept): string =>
  `${device ?? 'Recepción'}, ${formatDate(toLocalDay(zone, new Date(taken_at)))}`

/** States whether a terminal has the client's templates; null if there is nothing to say. */
export function describeTerminalTemplates({
  knows,
  leaving,
  held,
  waiting,
  refused,
}: ClientBiometrics['devices'][number]): TerminalStateLine | null {
  if (leaving) return { tone: 'warn', text: 'Aún tiene lo suyo: se le quita cuando llame' }
  if (!knows) return { tone: 'warn', text: 'Aún no tiene a esta persona' }
  if (refused > 0) return { tone: 'bad', text: 'No aceptó lo que se guarda: regístralo en él' }
  if (waiting > 0) return { tone: 'warn', text: `Falta que reciba ${waiting} de ${held + waiting}` }
  return held > 0 ? { tone: 'plain', text: 'Tiene lo que se guarda' } : null
}

type EnrolmentText = [tone: TerminalStateLine['tone'], text: (device: string, isFinger: boolean) => string]

const enrolmentTexts: Record<Enrolment['state'], EnrolmentText> = {
  asked: ['warn', (device) => `Esperando a que ${device} reciba la orden…`],
  waiting: [
    'warn',
    (device, isFinger) =>
      `Que ${isFinger ? 'ponga el dedo tres veces en' : 'se ponga delante de'} ${device}, cuando lo pida`,
  ],
  done: [
    'plain',
    (device, isFinger) =>
      `${isFinger ? `${biometricKindNames.finger} registrada` : `${biometricKindNames.face} registrado`} en ${device}`,
  ],
  exists: ['bad', (device, isFinger) => `${device} ya tenía ${isFinger ? 'ese dedo' : 'ese rostro'} de esta persona`],
  'somebody-else': [
    'bad',
    (device, isFinger) => `${device} conoce ${isFinger ? 'ese dedo' : 'ese rostro'} como de otra persona`,
  ],
  failed: [
    'bad',
    (_, isFinger) =>
      `No se leyó bien: ${isFinger ? 'límpialo y repite, siempre con el mismo dedo' : 'repite con más luz y sin gafas ni gorra'}`,
  ],
  cancelled: ['bad', (device) => `Se canceló en ${device}, o nadie se acercó a tiempo`],
  busy: ['bad', (device) => `${device} está ocupado: espera a que salga de su menú y repite`],
  unsupported: ['bad', (device) => `${device} no sabe registrarlo desde aquí: hazlo en su menú`],
  refused: ['bad', (device) => `${device} no quiso registrarlo: hazlo en su menú`],
  silent: ['bad', (device) => `${device} no respondió: comprueba que está conectado y repite`],
}

export function formatEnrolmentLine({ kind, state, device }: Enrolment): TerminalStateLine {
  const [tone, text] = enrolmentTexts[state]
  return { tone, text: text(device.name, kind === 'finger') }
}

export const isEnrolling = (enrolment: Enrolment | null | undefined): boolean =>
  enrolment?.state === 'asked' || enrolment?.state === 'waiting'
