import { z } from 'zod'
import { defineArea, defineGet, definePut } from '../shared/define-area.ts'
import { staffRoles } from '../shared/roles.ts'
import { booleanInQuery, id, makeListSchema, pageQuery, textLine, timestamp } from '../shared/schemas.ts'

export const notificationTitles = {
  access: 'Acceso',
  lowStock: 'Stock deficiente',
  outOfStock: 'Stock agotado',
} as const

/** Text before the reason, in notifications about an entry without permission. */
export const entryWithoutRightPrefix = 'Sin derecho: '

/** Text of the notification that a terminal uploaded too many lines in one day. */
export const formatUploadQuotaMessage = (device: string, lines: string): string =>
  `El dispositivo ${device} envió más de ${lines} registros en un día: los demás se reciben al día siguiente.`

const alarmPrefix = 'Alarma de'

const incidents = {
  forced: () => 'la puerta fue forzada',
  tampered: () => 'alguien abrió o arrancó el dispositivo',
  duress: (name: string) => `${name || 'alguien'} abrió bajo coacción`,
  'administrators cleared': () => 'se borraron sus administradores, y cualquiera entra a su menú',
  emptied: () => 'se borró lo que tenía, y se le volverá a enviar',
  deleted: (names: string) => `en su menú se borró a ${names}`,
  'finger deleted': (names: string) => `en su menú se borró una huella de ${names}, que quizá ya no pueda entrar`,
  rival: (address: string) => `otro aparato llama con su número de serie, desde ${address}`,
  moved: (address: string) =>
    `ahora llama desde ${address}. No recibe nombres, tarjetas ni huellas hasta que alguien lo acepte en su estado`,
  readdressed: (address: string) => `ahora llama desde ${address}, con la misma tarjeta de red`,
}

/** Text about an incident at a terminal; `names` lists the people or the address involved. */
export const formatDeviceIncidentMessage = (kind: keyof typeof incidents, device: string, names: string): string =>
  `${kind === 'readdressed' ? 'Aviso' : 'Alarma'} de ${device}: ${incidents[kind](names)}.`

/** Text of the notification that a new template was stored and is being sent to all terminals. */
export const formatEnrolmentMessage = (name: string, device: string): string =>
  `Se guardó una huella o un rostro de ${name} de ${device}: le abre en todos los dispositivos.`

/** Text of the notification that a terminal sent another template than the stored one, without being asked for it. */
export const formatReplacedTemplateMessage = (name: string, device: string): string =>
  `${alarmPrefix} ${device}: tiene otra huella u otro rostro de ${name} que los guardados, y recibe los guardados. Para cambiarlos, regístralos desde su ficha.`

/** Text between the name of the user and that of the enrolled person. */
export const enrolledByUserInfix = ' hizo registrar una huella o un rostro de '

/** Text before the terminal's reason if it refused a person whom the gym's rules allow to enter. */
export const refusedDespiteRightPrefix = 'tiene derecho, y el dispositivo dice: '

/** Text about a refused person; `why` is the gym's reason, or the terminal's if the gym has none. */
export const formatRefusalMessage = (who: string, device: string, why: string, leaving: boolean): string =>
  `${who} no pudo ${leaving ? 'salir' : 'entrar'} (${device}): ${why}.`

/** Text of the notification that more people are inside than allowed. */
export const formatOccupancyLimitMessage = (inside: number, capacity: number): string =>
  `Aforo superado: hay ${inside} personas dentro y el límite es ${capacity}.`

/** True for notifications that need a reaction: entry without permission, lost entries, tampering, too many people. */
export const isAlarmNotification = ({ title, message }: { title: string; message: string }): boolean =>
  title === notificationTitles.access &&
  (message.includes(` ${entryWithoutRightPrefix}`) ||
    message.includes(`: ${refusedDespiteRightPrefix}`) ||
    message.startsWith(`${alarmPrefix} `) ||
    /^(Aforo superado|El número \S+ no pertenece a nadie|El dispositivo .* envió más de )/.test(message))

/** Numbers of unread notifications by title, sent in the event `unread`. */
export const UnreadCounts = z.object({
  [notificationTitles.access]: z.number(),
  [notificationTitles.lowStock]: z.number(),
  [notificationTitles.outOfStock]: z.number(),
})
export type UnreadCounts = z.infer<typeof UnreadCounts>

export const Notification = z.object({
  id_notification: id,
  title: z.string(),
  message: z.string(),
  created_at: timestamp,
  is_read: z.boolean(),
  client: z.object({ id, name: z.string(), photo_url: z.string().nullable() }).nullable(),
})
export type Notification = z.infer<typeof Notification>

const marked = z.object({ updated: z.number() })

export const notificationsArea = defineArea({
  'notifications.list': defineGet(staffRoles, '/notifications/', 'List notifications, newest first', {
    query: pageQuery.extend({ is_read: booleanInQuery.optional() }),
    answer: makeListSchema(Notification),
  }),
  'notifications.mark-many': definePut(staffRoles, '/notifications/', 'Mark several read or unread, by ids or title', {
    body: z
      .object({ ids: z.array(id).max(1000).optional(), title: textLine(100).optional(), is_read: z.boolean() })
      .refine((body) => (body.ids === undefined) !== (body.title === undefined), 'Envía ids o title'),
    answer: marked,
  }),
  // The first message is a JSON list of the unread notifications of 7 days. With `changes` the stream also sends the
  // events `changes` (changed areas, first those since `since`, in ms since 1970), `unread` (counts by title) and
  // `entered` (new attendances).
  'notifications.stream': defineGet(staffRoles, '/notifications/sse', 'Stream unread notifications, then new ones', {
    transaction: false,
    query: z.object({ changes: booleanInQuery.optional(), since: z.coerce.number().int().min(0).optional() }),
    answer: 'raw',
    errors: ['stream.too-many'],
  }),
  'notifications.mark': definePut(staffRoles, '/notifications/{id_notification}', 'Mark one as read or unread', {
    body: z.object({ is_read: z.boolean() }),
    answer: Notification,
  }),
})
