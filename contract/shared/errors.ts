// All errors of the API. `{name}` in a text is replaced by a detail; numbers get commas between thousands.
import { formatNumber } from './format-numbers.ts'
import { idempotencyKeyReusedText, routeMissingText } from './repeated-call-texts.ts'
import {
  cashCountDiffersText,
  cashNeedsShiftText,
  drawerShortText,
  refundNeedsShiftText,
  shiftClosedText,
} from './shift-error-texts.ts'

/** Spanish texts by HTTP status, then by error name. */
const textsByStatus = {
  401: {
    'session.credentials':
      'Las credenciales proporcionadas son incorrectas. Por favor, verifica tu usuario y contraseña.',
    'session.code-missing': 'Escribe el código de tu aplicación de autenticación.',
    'session.code-wrong': 'El código no es correcto, o ya se usó.',
    'session.required': 'Inicia sesión para continuar.',
    'session.invalid': 'Token inválido',
    'receiving.token': 'Solicita un token con la semilla firmada: /fe/autenticacion/api/semilla',
  },
  403: {
    'role.forbidden': 'Tu rol no permite esta acción.',
    'user.own-fields': 'Solo puedes cambiar tu teléfono, correo, dirección, foto y contraseña.',
    'move.of-other': 'Tu rol solo puede anular los movimientos que registraste.',
    'expense.not-by-role': 'Tu rol solo puede registrar gastos en efectivo, de una caja que abriste.',
    'attendance.passed': 'Es un paso por el dispositivo: solo un administrador puede anularlo.',
  },
  404: {
    'row.missing': 'No se encontró el registro.',
    'route.missing': routeMissingText,
    'pin.unknown': 'Ese número no pertenece a nadie en el gimnasio.',
  },
  409: {
    'second-factor.on': 'La verificación en dos pasos ya está activada.',
    'row.in-use': 'El registro está en uso y no puede cambiarse ahora.',
    'key.reused': idempotencyKeyReusedText,
    'username.taken': 'El nombre de usuario ya existe.',
    'gym.username-taken':
      'El usuario {username} ya pertenece a otra persona de otro gimnasio. Hay que cambiar ese usuario antes de restaurar este gimnasio.',
    'gym.no-super-admin':
      'El gimnasio no tiene un Super Administrador activo. Escribe un usuario y una contraseña para crear uno.',
    'user.last-super-admin': 'El gimnasio necesita al menos un Super Administrador activo.',
    'user.self': 'No puedes desactivar, cambiar de rol ni eliminar tu propio usuario.',
    'client.anonymous': 'El Cliente Anónimo no se puede editar ni eliminar.',
    'client.anonymous-name': 'El nombre Cliente Anónimo está reservado.',
    'pin.unusable':
      'El número {pin} no sirve en Torniquete: registra a la persona de nuevo en el dispositivo con otro número.',
    'pin.taken': 'El número {pin} ya pertenece a otra persona.',
    'card.taken': 'Esa tarjeta ya es de otro cliente.',
    'plan.duplicate': 'Ya existe un plan con ese nombre.',
    'plan.daily-fixed': 'La Membresía Diaria no se puede renombrar, cambiar de duración ni eliminar.',
    'schedule.duplicate': 'Ya existe un horario con ese nombre.',
    'schedule.too-many': 'Hay demasiados horarios: los dispositivos no tienen sitio para más.',
    'plan.no-such-door': '{device} no tiene esa puerta: tiene {doors}.',
    'schedule.used': 'Hay planes con este horario: {plans}. Cámbialos antes.',
    'payment.anonymous-daily-only': 'El cliente ánonimo solo puede comprar una Membresía Diaria',
    'payment.overlap': 'Ya está pagado {days}. Confirma la venta para cobrarlo otra vez.',
    'payment.paused': 'El cliente está en pausa ese día. Termina la pausa o elige otro inicio.',
    'pause.nothing': 'No hay ninguna membresía pagada el {day}.',
    'pause.none-granted': 'Su plan no permite pausas: se permiten en Membresías, al editar el plan.',
    'pause.too-many': 'Su plan permite {times} al año, y ya las tuvo.',
    'pause.too-long': 'Su plan permite {days} al año: le quedan {left}.',
    'pause.overlap': 'Ya hay una pausa en esos días: {days}.',
    'pause.attended': 'Asistió el {day}: la pausa tiene que empezar después.',
    'pause.past': 'Solo un administrador puede poner una pausa desde un día que ya pasó.',
    'pause.over': 'La pausa ya terminó.',
    'product.code-taken': 'El código ya pertenece a otro producto.',
    'product.no-price': '{name} no tiene precio de venta',
    'stock.short': 'No hay suficiente existencia de {name}: quedan {n}',
    'purchase.void-short':
      'No hay suficiente existencia de {name}: quedan {n}. Si esta compra se anotó mal, registra primero la correcta y anula esta después.',
    'count.closed': 'El conteo ya está cerrado.',
    'count.changed': 'El conteo cambió desde que se mostró. Revisa las diferencias de nuevo.',
    'count.contradicted': 'De {name} salió más de lo que se contó: cuéntalo de nuevo.',
    'price.changed': 'El precio cambió: se mostró {shown} y ahora es {now}.',
    'plan.days-changed': 'La duración del plan cambió: se mostró {shown} y ahora es {now} (en días).',
    'bill.too-large': 'El total de la factura es demasiado grande.',
    'tender.other-sum': 'Lo que se indicó por forma de pago no suma el total del documento.',
    'tender.other-refund': 'Lo que se indicó por forma de pago no suma lo que se pagó.',
    'debt.off': 'El gimnasio no permite dejar a deber.',
    'debt.anonymous': 'El Cliente Anónimo no puede dejar a deber.',
    'debt.not-by-role': 'Tu rol no puede dejar a deber.',
    'debt.limit': 'Tu rol puede dejar que un cliente deba hasta {most}, y quedaría debiendo {owed}.',
    'debt.none': 'No debe nada.',
    'debt.other-sum': 'Lo que se indicó por forma de pago no suma lo que se cobra.',
    'debt.less': 'Solo debe {owed}.',
    'debt.other': 'Lo que debe cambió: se mostró {shown} y ahora es {now}.',
    'debt.changed': 'Lo que debe cambió. Revísalo y vuelve a intentarlo.',
    'payment-kind.duplicate': 'Ya existe una forma de pago con ese nombre.',
    'payment-kind.default': 'Esta forma de pago es la que se usa por defecto: elige otra antes de ocultarla.',
    'drawer.duplicate': 'Ya existe una caja con ese nombre.',
    'drawer.in-use': 'Esta caja tiene un turno abierto: ciérralo antes de ocultarla.',
    'drawer.hidden': 'Esta caja ya no se usa.',
    'drawer.short': drawerShortText,
    'move.voided': 'El movimiento ya fue anulado.',
    'shift.open': 'Esta caja ya tiene un turno abierto.',
    'shift.closed': shiftClosedText,
    'shift.far': cashCountDiffersText,
    'collection.voided': 'El cobro ya fue anulado.',
    'collection.document-voided':
      'Una de las ventas que pagó está anulada, y ese dinero ya se devolvió. Anula también las demás.',
    'shift.needed': cashNeedsShiftText,
    'shift.refund-needed': refundNeedsShiftText,
    'shift.unsaid': 'Se devuelve efectivo: di de qué caja abierta sale, o que no sale de una caja.',
    'void.too-many': 'De {name} quedan {n} sin anular.',
    'void.collected': 'Parte de lo que se devolvería se cobró como deuda: anula primero ese cobro, o toda la factura.',
    'bill.voided': 'El documento ya fue anulado.',
    'device.serial-taken': 'El número de serie ya está registrado.',
    'device.ending':
      'Ese número no ha llamado, y otro que solo difiere en el final sí: revisa los últimos cuatro caracteres.',
    'device.only-door':
      'Es la única entrada de estos planes: {plans}. Quien los pagó se quedaría fuera. Cámbialos antes en Membresías.',
    'census.unread':
      'Sin leerlo no se sabe a quién tiene: una huella suya con el número de {names} abriría como esa persona. Di si los números que dio el sistema se cambian por otros más altos o se quedan, o vacía el dispositivo.',
    'device.main-name': 'El dispositivo Puerta principal no se puede renombrar.',
    'biometrics.off': 'El gimnasio no guarda huellas ni rostros: actívalo en Configuración.',
    'biometrics.unproven':
      'Nadie ha comprobado desde dónde llaman estos dispositivos: {devices}. Antes de guardar huellas y rostros, acéptalos en su estado o exígeles su clave de comunicación, o acepta que no los reciban.',
    'biometrics.unencrypted':
      'Las copias de este equipo no van cifradas y llevarían las huellas y los rostros: pon una clave en BACKUP_KEY, o acepta que las copias queden sin cifrar.',
    'biometrics.not-agreed': 'Falta el consentimiento del cliente para guardar su rostro o sus huellas.',
    'biometrics.not-there': 'El dispositivo todavía no tiene a {name}: espera a que lo reciba y vuelve a intentarlo.',
    'biometrics.enrolling': 'El dispositivo está registrando a otra persona: espera a que termine.',
    'attendance.forgotten': 'El gimnasio ya no conserva quién vino ese día.',
    'attendance.client-deleted': 'Ese cliente está eliminado: restáuralo antes de volver a contar su asistencia.',
    'inside.left': 'Ya consta que salió.',
    'inside.over': 'Esa entrada es de hace más de un día: ya no cuenta entre quienes están dentro.',
    'gym.keeps-less': 'El gimnasio conserva ahora quién vino {now}. Confirma que quieres conservarlo menos tiempo.',
    'image.no-room': 'Las imágenes del gimnasio ocupan todo su espacio. Elimina las que ya no uses.',
    'image.shown': 'La imagen se muestra en una ficha: quítala de ella antes.',
    'import.changed': 'Los datos cambiaron desde que se mostró el archivo. Revísalo de nuevo.',
    'import.half-turned':
      'Excel pudo cambiar el día por el mes en algunas fechas de este archivo. Escríbelas todas como año-mes-día (2026-05-04), con la columna como texto, y elígelo otra vez.',
    'merge.changed': 'Los datos cambiaron desde que se mostraron. Revísalos de nuevo.',
    'merge.paused': '{name} está en pausa y la otra ficha tiene días pagados: termina antes la pausa.',
    'merge.kept-gone': '{name} ya no es un cliente. Restáuralo primero.',
    'merge.undo-first': 'Deshaz primero la unión con {name}.',
    'fiscal.off':
      'El gimnasio no emite comprobantes fiscales: un Super Administrador los activa en Configuración, Gimnasio.',
    'fiscal.no-range': 'No hay comprobantes {type} disponibles. Un administrador debe registrar un rango.',
    'fiscal.unconfirmed':
      'Se restauró una copia: un Super Administrador debe confirmar el próximo número de {type} en Configuración, Gimnasio, Rangos de comprobantes.',
    'fiscal.numbers-used': 'Ya se emitieron comprobantes: el país y el RNC no pueden cambiar.',
    'fiscal.electronic-not-ready':
      'Para emitir comprobantes electrónicos, un Super Administrador debe subir antes el certificado de firma.',
    'fiscal.certificate-unreadable':
      'El certificado de firma se cifró con otra clave: un Super Administrador debe subirlo de nuevo en Configuración, Gimnasio.',
    'fiscal.certificate-expired':
      'El certificado de firma ya venció: un Super Administrador debe subir uno vigente o activar la contingencia en Configuración, Gimnasio.',
    'fiscal.document-invalid':
      'La DGII no aceptaría este comprobante: corrige los datos fiscales del gimnasio, del comprador o de lo que vendes ({fields}).',
    'fiscal.number-burnt': 'La DGII ya dio por usado ese número: anula la factura y regístrala de nuevo.',
    'fiscal.production-receipt':
      'El documento tiene un comprobante de producción: elige ese ambiente en Configuración, Gimnasio, antes de anularlo.',
    'fiscal.nothing-to-send': 'Ese comprobante no tiene nada por enviar.',
    'fiscal.already-answered': 'Ese comprobante ya se aprobó o rechazó.',
    'fiscal.received-booked':
      'Ese comprobante ya está registrado como compra o gasto: anula ese registro antes de rechazarlo.',
    'fiscal.range-overlap': 'Esos números se cruzan con otro rango registrado.',
    'fiscal.range-cancelled': 'El rango ya fue cancelado.',
    'fiscal.range-confirmed': 'El próximo número de ese rango no espera confirmación.',
    'fiscal.number-used': 'Ese comprobante ya se usó en un documento o ya está anotado.',
    'fiscal.ncf-taken': 'Ese comprobante del proveedor ya está registrado.',
    'seal.missing':
      'Falta la clave con la que este servidor cifra contraseñas, huellas y rostros: no se guardó. Quien lo instaló lee qué hacer en Estado del sistema.',
    'channel.none': 'No hay ningún canal configurado: configúralo antes de probarlo.',
  },
  412: {
    'row.stale': 'Otra persona modificó este registro. Vuelve a cargarlo.',
  },
  413: {
    'body.too-large': 'La solicitud es demasiado grande.',
    'image.too-large': 'Por favor selecciona una imagen válida (PNG, JPG, JPEG, SVG) de menos de 1MB.',
    'import.too-large': 'El archivo es demasiado grande: caben {rows} filas y {megabytes} MB. Repártelo en varios.',
    'import.too-complex':
      'El archivo ocupa demasiada memoria al leerlo: quita las filas y columnas vacías con formato, o copia solo los datos a un archivo nuevo.',
    'import.too-slow':
      'El archivo tarda demasiado en leerse: quita las filas y columnas vacías con formato, o repártelo en varios.',
  },
  415: {
    'body.type': 'El tipo de contenido no es válido.',
    'image.invalid': 'Por favor selecciona una imagen válida (PNG, JPG, JPEG, SVG) de menos de 1MB.',
    'image.active-content': 'La imagen contiene código y no se puede aceptar.',
    'import.unreadable': 'El archivo no se pudo leer. Debe ser un Excel (.xlsx) o un .csv con una fila de títulos.',
    'import.bad-address':
      'El archivo tiene celdas más allá de lo que cabe en Excel (columna XFD, fila 1,048,576). Ábrelo en Excel, guárdalo de nuevo como .xlsx y vuelve a intentarlo.',
  },
  429: {
    'session.too-many': 'Demasiados intentos. Espera {minutes} min e inténtalo de nuevo.',
    'image.too-many': 'El gimnasio subió demasiadas imágenes. Inténtalo de nuevo en un rato.',
    'stream.too-many': 'Hay demasiadas pantallas abiertas con esta sesión.',
    'channel.too-many': 'Se enviaron muchas pruebas seguidas. Espera {minutes} min e inténtalo de nuevo.',
    'receiving.too-many': 'Se recibieron demasiadas solicitudes. Inténtalo de nuevo en unos minutos.',
    'support.too-many': 'Enviaste demasiadas solicitudes. Inténtalo de nuevo en una hora.',
  },
  500: {
    'server.failed': 'Algo falló en el servidor. Inténtalo de nuevo.',
  },
  503: {
    'door.disconnected': 'Dispositivo desconectado',
    'door.slow': 'Este dispositivo llama cada {n} s: abre la puerta desde él',
    'image.away':
      'Las imágenes no están disponibles ahora. Lo demás funciona: guarda sin imagen, o inténtalo de nuevo en unos segundos.',
    'receiving.unsigned': 'El receptor no puede firmar acuses de recibo en este momento.',
    'import.busy': 'Ya se está leyendo otro archivo. Inténtalo de nuevo en un momento.',
    'database.unavailable': 'La base de datos no responde. Inténtalo de nuevo en unos segundos.',
    'disk.full': 'El disco del servidor está lleno: no se guarda nada hasta que haya sitio. Lo que hay se puede ver.',
    'export.busy': 'Ya se están preparando otros archivos de Excel. Inténtalo de nuevo en un momento.',
    'database.busy': 'Otras personas están guardando lo mismo. Inténtalo de nuevo en unos segundos.',
  },
  504: {
    'door.silent': 'El dispositivo no respondió',
    'door.refused': 'El dispositivo rechazó la orden de abrir',
  },
} as const satisfies Record<number, Record<string, string>>

type Texts = typeof textsByStatus
export type ErrorName = { [Status in keyof Texts]: keyof Texts[Status] }[keyof Texts]

export const errorsByName = Object.fromEntries<readonly [status: number, text: string]>(
  Object.entries(textsByStatus).flatMap(([status, texts]) =>
    Object.entries(texts).map(([name, text]) => [name, [Number(status), text]]),
  ),
) as Record<ErrorName, readonly [status: number, text: string]> // cast, as Object.entries types every key as string

export type ErrorDetails = Record<string, string | number>

/** A rejected field of body, query or path; status 422 returns a list of them in `detail`. */
export interface FieldRejection {
  type: string
  msg: string
  loc: (string | number)[]
}

/** An error of the list above; the response has its status and the text in `detail`. */
export class NamedError extends Error {
  readonly reason: ErrorName
  readonly details: ErrorDetails
  constructor(reason: ErrorName, details: ErrorDetails = {}) {
    super(formatError(reason, details))
    this.reason = reason
    this.details = details
  }
}

/** Error 422 for values that the schema accepts but that contradict stored rows. */
export class RejectedFieldsError extends Error {
  readonly rejections: FieldRejection[]
  constructor(rejections: FieldRejection[]) {
    super(rejections.map((each) => each.msg).join(' '))
    this.rejections = rejections
  }
}

/** Refuses one field, named by its path in the request: `['body', 'ncf']`. */
export function throwFieldRejection(loc: FieldRejection['loc'], msg: string): never {
  throw new RejectedFieldsError([{ type: 'custom', msg, loc }])
}

export function formatError(reason: ErrorName, details: ErrorDetails = {}): string {
  return errorsByName[reason][1].replace(/\{(\w+)\}/g, (mark, name: string) => {
    const detail = details[name] ?? mark
    return typeof detail === 'number' ? formatNumber(detail) : detail
  })
}

export function throwError(reason: ErrorName, details?: ErrorDetails): never {
  throw new NamedError(reason, details)
}

/** Throws the error that a rule returned; does nothing for null. */
export function throwIfRefused(reason: ErrorName | null, details?: ErrorDetails): void {
  if (reason) throwError(reason, details)
}
