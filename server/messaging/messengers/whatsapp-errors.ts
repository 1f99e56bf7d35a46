// Maps error codes of the Cloud API to outcomes (developers.facebook.com, WhatsApp Business Platform, "Error codes").
import {
  type ChannelProblem,
  type FailedSendOutcome,
  makePauseChannelOutcome,
  makeWrongSettingOutcome,
  minutesToMs,
} from './messenger.ts'

/** Parses JSON; returns null if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const makeFailure = (reason: string, trouble?: ChannelProblem): FailedSendOutcome => ({
  kind: 'failed',
  reason,
  ...(trouble && { trouble }),
})
const makeRetry = (reason: string, after?: number): FailedSendOutcome => ({
  kind: 'retry',
  reason,
  ...(after === undefined ? {} : { after }),
})
const permission = makeWrongSettingOutcome(
  'WhatsApp no acepta el acceso: el token venció o no tiene permiso (WHATSAPP_TOKEN)',
  'login',
)
const busy: FailedSendOutcome = { ...makeRetry('WhatsApp no está disponible en este momento'), trouble: 'limit' }
const unreachable = makeFailure('El número no recibe mensajes de WhatsApp', 'recipient')
const makeTemplateProblem = (wrong: string) =>
  makeFailure(`La plantilla de WhatsApp ${wrong}: revisa las plantillas en la cuenta de Meta`, 'template')

const meanings = new Map<number, FailedSendOutcome>([
  [0, permission],
  [1, busy],
  [2, busy],
  [3, permission],
  [10, permission],
  [190, permission],
  [131005, permission],
  [33, makeWrongSettingOutcome('El número del gimnasio no existe en WhatsApp (WHATSAPP_PHONE_ID)', 'number')],
  [
    133010,
    makeWrongSettingOutcome('El número del gimnasio no está registrado en WhatsApp (WHATSAPP_PHONE_ID)', 'number'),
  ],
  [
    131045,
    makeWrongSettingOutcome('El número del gimnasio no está registrado en WhatsApp (WHATSAPP_PHONE_ID)', 'number'),
  ],
  [4, makePauseChannelOutcome('WhatsApp pide enviar más despacio', minutesToMs(5), { trouble: 'limit' })],
  [80007, makePauseChannelOutcome('WhatsApp pide enviar más despacio', minutesToMs(5), { trouble: 'limit' })],
  [130429, makePauseChannelOutcome('WhatsApp pide enviar más despacio', minutesToMs(0.5), { trouble: 'limit' })],
  [
    131048,
    makePauseChannelOutcome(
      'WhatsApp limita este número: algunos mensajes se marcaron como no deseados',
      minutesToMs(60),
    ),
  ],
  // These limits concern one recipient only, so other messages are still sent.
  [131056, makeRetry('Demasiados mensajes seguidos al mismo número', minutesToMs(5))],
  [131057, makePauseChannelOutcome('La cuenta de WhatsApp está en mantenimiento', minutesToMs(10))],
  [368, makePauseChannelOutcome('Meta bloqueó la cuenta de WhatsApp por sus políticas', minutesToMs(60))],
  [131031, makePauseChannelOutcome('Meta bloqueó la cuenta de WhatsApp', minutesToMs(60))],
  [131042, makePauseChannelOutcome('Hay un problema de pago en la cuenta de WhatsApp de Meta', minutesToMs(60))],
  [131000, busy],
  [131016, busy],
  [133004, busy],
  [131026, unreachable],
  [131021, makeFailure('El número es el del propio gimnasio')],
  [131030, makeFailure('El número no está en la lista de prueba de la cuenta de Meta', 'recipient')],
  [130497, makeFailure('La cuenta de WhatsApp no puede escribir a números de ese país')],
  [130472, makeFailure('WhatsApp no entregó el mensaje')],
  [131049, makeFailure('WhatsApp no entregó el mensaje para no saturar a la persona')],
  [131050, makeFailure('La persona no quiere recibir estos mensajes por WhatsApp')],
  [132000, makeTemplateProblem('torniquete_aviso o torniquete_informe no tiene una sola variable')],
  [132001, makeTemplateProblem('no existe o no está aprobada en español (es)')],
  [132005, makeTemplateProblem('quedó demasiado larga con este texto')],
  [132007, makeTemplateProblem('no cumple las políticas de Meta')],
  [132012, makeTemplateProblem('espera otra clase de variable')],
  [132015, makeTemplateProblem('está en pausa por su calidad')],
  [132016, makeTemplateProblem('fue desactivada por su calidad')],
])

interface GraphError {
  status: number
  /** Error code; null if the response contains none. */
  code: number | null
  message: string
  retryAfter: number | null
}

/** Graph error text for an unknown object; code 100 with another text is a wrong parameter of this message. */
const missingObject = /does not exist|cannot be loaded due to missing permissions/i

export function toFailedWhatsappOutcome(error: GraphError, names = true): FailedSendOutcome {
  const meaning = addVariableName(findByCode(error), names)
  if (meaning.kind !== 'retry' || error.retryAfter === null) return meaning
  return { ...meaning, after: Math.max(meaning.after ?? 0, error.retryAfter) }
}

const addVariableName = (meaning: FailedSendOutcome, names: boolean): FailedSendOutcome =>
  names ? meaning : { ...meaning, reason: meaning.reason.replace(/ \(WHATSAPP_[A-Z_]+\)/, '') }

function findByCode({ status, code, message, retryAfter }: GraphError): FailedSendOutcome {
  const known = code === null ? undefined : meanings.get(code)
  if (known) return known
  if (code !== null && code >= 200 && code <= 299) return permission
  if (code === 100 && missingObject.test(message)) return meanings.get(33) ?? permission
  if (status === 401 || status === 403) return permission
  if (status === 429)
    return makePauseChannelOutcome('WhatsApp pide enviar más despacio', retryAfter ?? minutesToMs(5), {
      trouble: 'limit',
    })
  if (status >= 500 || status === 408) return busy
  const said = message.replace(/\s+/g, ' ').trim().slice(0, 150)
  return makeFailure(`WhatsApp rechazó el mensaje: ${said || 'sin explicación'} (${code ?? status})`)
}

/** Spanish reason for a failure that WhatsApp reports after it accepted the message. */
export function describeDeliveryFailure(code: number | null, message: string): string {
  const known = code === null ? undefined : meanings.get(code)
  return known?.reason ?? toFailedWhatsappOutcome({ status: 400, code, message, retryAfter: null }).reason
}
