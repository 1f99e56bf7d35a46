// All errors of the API with status and Spanish text. `{name}` is replaced by details: numbers are formatted, texts are
// not.
import { showNumber } from './numbers.ts'
import { keyReused, routeMissing } from './repeat-texts.ts'
import { countFarText, drawerShortText, refundNeedsShift, shiftClosed, shiftNeeded } from './shift-words.ts'

export const errors = {
  'session.credentials': [
    401,
    'Las credenciales proporcionadas son incorrectas. Por favor, verifica tu usuario y contraseña.',
  ],
  'session.code-missing': [401, 'Escribe el código de tu aplicación de autenticación.'],
  'session.code-wrong': [401, 'El código no es correcto, o ya se usó.'],
  'second-factor.on': [409, 'La verificación en dos pasos ya está activada.'],
  'session.required': [401, 'Inicia sesión para continuar.'],
  'session.invalid': [401, 'Token inválido'],
  'session.too-many': [429, 'Demasiados intentos. Espera {minutes} min e inténtalo de nuevo.'],
  'role.forbidden': [403, 'Tu rol no permite esta acción.'],
  'row.missing': [404, 'No se encontró el registro.'],
  'route.missing': [404, routeMissing],
  'row.stale': [412, 'Otra persona modificó este registro. Vuelve a cargarlo.'],
  'row.in-use': [409, 'El registro está en uso y no puede cambiarse ahora.'],
  'key.reused': [409, keyReused],
  'body.too-large': [413, 'La solicitud es demasiado grande.'],
  'body.type': [415, 'El tipo de contenido no es válido.'],
  'username.taken': [409, 'El nombre de usuario ya existe.'],
  'gym.username-taken': [
    409,
    'El usuario {username} ya pertenece a otra persona de otro gimnasio. Hay que cambiar ese usuario antes de restaurar este gimnasio.',
  ],
  'gym.no-super-admin': [
    409,
    'El gimnasio no tiene un Super Administrador activo. Escribe un usuario y una contraseña para crear uno.',
  ],
  'user.last-super-admin': [409, 'El gimnasio necesita al menos un Super Administrador activo.'],
  'user.own-fields': [403, 'Solo puedes cambiar tu teléfono, correo, dirección, foto y contraseña.'],
  'user.self': [409, 'No puedes desactivar, cambiar de rol ni eliminar tu propio usuario.'],
  'client.anonymous': [409, 'El Cliente Anónimo no se puede editar ni eliminar.'],
  'client.anonymous-name': [409, 'El nombre Cliente Anónimo está reservado.'],
  'pin.unusable': [
    409,
    'El número {pin} no sirve en Torniquete: registra a la persona de nuevo en el dispositivo con otro número.',
  ],
  'pin.taken': [409, 'El número {pin} ya pertenece a otra persona.'],
  'card.taken': [409, 'Esa tarjeta ya es de otro cliente.'],
  'plan.duplicate': [409, 'Ya existe un plan con ese nombre.'],
  'plan.daily-fixed': [409, 'La Membresía Diaria no se puede renombrar, cambiar de duración ni eliminar.'],
  'schedule.duplicate': [409, 'Ya existe un horario con ese nombre.'],
  'schedule.too-many': [409, 'Hay demasiados horarios: los dispositivos no tienen sitio para más.'],
  'plan.no-such-door': [409, '{device} no tiene esa puerta: tiene {doors}.'],
  'schedule.used': [409, 'Hay planes con este horario: {plans}. Cámbialos antes.'],
  'payment.anonymous-daily-only': [409, 'El cliente ánonimo solo puede comprar una Membresía Diaria'],
  'payment.overlap': [409, 'Ya está pagado {days}. Confirma la venta para cobrarlo otra vez.'],
  'payment.paused': [409, 'El cliente está en pausa ese día. Termina la pausa o elige otro inicio.'],
  'pause.nothing': [409, 'No hay ninguna membresía pagada el {day}.'],
  'pause.none-granted': [409, 'Su plan no permite pausas: se permiten en Membresías, al editar el plan.'],
  'pause.too-many': [409, 'Su plan permite {times} al año, y ya las tuvo.'],
  'pause.too-long': [409, 'Su plan permite {days} al año: le quedan {left}.'],
  'pause.overlap': [409, 'Ya hay una pausa en esos días: {days}.'],
  'pause.attended': [409, 'Asistió el {day}: la pausa tiene que empezar después.'],
  'pause.past': [409, 'Solo un administrador puede poner una pausa desde un día que ya pasó.'],
  'pause.over': [409, 'La pausa ya terminó.'],
  'product.code-taken': [409, 'El código ya pertenece a otro producto.'],
  'product.no-price': [409, '{name} no tiene precio de venta'],
  'stock.short': [409, 'No hay suficiente existencia de {name}: quedan {n}'],
  'purchase.void-short': [
    409,
    'No hay suficiente existencia de {name}: quedan {n}. Si esta compra se anotó mal, registra primero la correcta y anula esta después.',
  ],
  'count.closed': [409, 'El conteo ya está cerrado.'],
  'count.changed': [409, 'El conteo cambió desde que se mostró. Revisa las diferencias de nuevo.'],
  'count.contradicted': [409, 'De {name} salió más de lo que se contó: cuéntalo de nuevo.'],
  'price.changed': [409, 'El precio cambió: se mostró {shown} y ahora es {now}.'],
  'plan.days-changed': [409, 'La duración del plan cambió: se mostró {shown} y ahora es {now} (en días).'],
  'bill.too-large': [409, 'El total de la factura es demasiado grande.'],
  'tender.other-sum': [409, 'Lo que se indicó por forma de pago no suma el total del documento.'],
  'tender.other-refund': [409, 'Lo que se indicó por forma de pago no suma lo que se pagó.'],
  'debt.off': [409, 'El gimnasio no permite dejar a deber.'],
  'debt.anonymous': [409, 'El Cliente Anónimo no puede dejar a deber.'],
  'debt.not-by-role': [409, 'Tu rol no puede dejar a deber.'],
  'debt.limit': [409, 'Tu rol puede dejar que un cliente deba hasta {most}, y quedaría debiendo {owed}.'],
  'debt.none': [409, 'No debe nada.'],
  'debt.other-sum': [409, 'Lo que se indicó por forma de pago no suma lo que se cobra.'],
  'debt.less': [409, 'Solo debe {owed}.'],
  'debt.other': [409, 'Lo que debe cambió: se mostró {shown} y ahora es {now}.'],
  'debt.changed': [409, 'Lo que debe cambió. Revísalo y vuelve a intentarlo.'],
  'payment-kind.duplicate': [409, 'Ya existe una forma de pago con ese nombre.'],
  'payment-kind.default': [409, 'Esta forma de pago es la que se usa por defecto: elige otra antes de ocultarla.'],
  'drawer.duplicate': [409, 'Ya existe una caja con ese nombre.'],
  'drawer.in-use': [409, 'Esta caja tiene un turno abierto: ciérralo antes de ocultarla.'],
  'drawer.hidden': [409, 'Esta caja ya no se usa.'],
  'drawer.short': [409, drawerShortText],
  'move.voided': [409, 'El movimiento ya fue anulado.'],
  'move.of-other': [403, 'Tu rol solo puede anular los movimientos que registraste.'],
  'expense.not-by-role': [403, 'Tu rol solo puede registrar gastos en efectivo, de una caja que abriste.'],
  'shift.open': [409, 'Esta caja ya tiene un turno abierto.'],
  'shift.closed': [409, shiftClosed],
  'shift.far': [409, countFarText],
  'collection.voided': [409, 'El cobro ya fue anulado.'],
  'collection.document-voided': [
    409,
    'Una de las ventas que pagó está anulada, y ese dinero ya se devolvió. Anula también las demás.',
  ],
  'shift.needed': [409, shiftNeeded],
  'shift.refund-needed': [409, refundNeedsShift],
  'shift.unsaid': [409, 'Se devuelve efectivo: di de qué caja abierta sale, o que no sale de una caja.'],
  'void.too-many': [409, 'De {name} quedan {n} sin anular.'],
  'void.collected': [
    409,
    'Parte de lo que se devolvería se cobró como deuda: anula primero ese cobro, o toda la factura.',
  ],
  'bill.voided': [409, 'El documento ya fue anulado.'],
  'device.serial-taken': [409, 'El número de serie ya está registrado.'],
  'device.ending': [
    409,
    'Ese número no ha llamado, y otro que solo difiere en el final sí: revisa los últimos cuatro caracteres.',
  ],
  'device.only-door': [
    409,
    'Es la única entrada de estos planes: {plans}. Quien los pagó se quedaría fuera. Cámbialos antes en Membresías.',
  ],
  'census.unread': [
    409,
    'Sin leerlo no se sabe a quién tiene: una huella suya con el número de {names} abriría como esa persona. Di si los números que dio el sistema se cambian por otros más altos o se quedan, o vacía el dispositivo.',
  ],
  'device.main-name': [409, 'El dispositivo Puerta principal no se puede renombrar.'],
  'biometrics.off': [409, 'El gimnasio no guarda huellas ni rostros: actívalo en Configuración.'],
  'biometrics.unproven': [
    409,
    'Nadie ha comprobado desde dónde llaman estos dispositivos: {devices}. Antes de guardar huellas y rostros, acéptalos en su estado o exígeles su clave de comunicación, o acepta que no los reciban.',
  ],
  'biometrics.unencrypted': [
    409,
    'Las copias de este equipo no van cifradas y llevarían las huellas y los rostros: pon una clave en BACKUP_KEY, o acepta que las copias queden sin cifrar.',
  ],
  'biometrics.not-agreed': [409, 'Falta el consentimiento del cliente para guardar su rostro o sus huellas.'],
  'biometrics.not-there': [
    409,
    'El dispositivo todavía no tiene a {name}: espera a que lo reciba y vuelve a intentarlo.',
  ],
  'biometrics.enrolling': [409, 'El dispositivo está registrando a otra persona: espera a que termine.'],
  'door.disconnected': [503, 'Dispositivo desconectado'],
  'door.slow': [503, 'Este dispositivo llama cada {n} s: abre la puerta desde él'],
  'door.silent': [504, 'El dispositivo no respondió'],
  'door.refused': [504, 'El dispositivo rechazó la orden de abrir'],
  'attendance.forgotten': [409, 'El gimnasio ya no conserva quién vino ese día.'],
  'attendance.client-deleted': [409, 'Ese cliente está eliminado: restáuralo antes de volver a contar su asistencia.'],
  'attendance.passed': [403, 'Es un paso por el dispositivo: solo un administrador puede anularlo.'],
  'inside.left': [409, 'Ya consta que salió.'],
  'inside.over': [409, 'Esa entrada es de hace más de un día: ya no cuenta entre quienes están dentro.'],
  'gym.keeps-less': [
    409,
    'El gimnasio conserva ahora quién vino {now}. Confirma que quieres conservarlo menos tiempo.',
  ],
  'pin.unknown': [404, 'Ese número no pertenece a nadie en el gimnasio.'],
  'image.invalid': [415, 'Por favor selecciona una imagen válida (PNG, JPG, JPEG, SVG) de menos de 1MB.'],
  'image.too-large': [413, 'Por favor selecciona una imagen válida (PNG, JPG, JPEG, SVG) de menos de 1MB.'],
  'image.active-content': [415, 'La imagen contiene código y no se puede aceptar.'],
  'image.too-many': [429, 'El gimnasio subió demasiadas imágenes. Inténtalo de nuevo en un rato.'],
  'image.no-room': [409, 'Las imágenes del gimnasio ocupan todo su espacio. Elimina las que ya no uses.'],
  'image.shown': [409, 'La imagen se muestra en una ficha: quítala de ella antes.'],
  'image.away': [
    503,
    'Las imágenes no están disponibles ahora. Lo demás funciona: guarda sin imagen, o inténtalo de nuevo en unos segundos.',
  ],
  'import.unreadable': [
    415,
    'El archivo no se pudo leer. Debe ser un Excel (.xlsx) o un .csv con una fila de títulos.',
  ],
  'import.too-large': [
    413,
    'El archivo es demasiado grande: caben {rows} filas y {megabytes} MB. Repártelo en varios.',
  ],
  'import.bad-address': [
    415,
    'El archivo tiene celdas más allá de lo que cabe en Excel (columna XFD, fila 1,048,576). Ábrelo en Excel, guárdalo de nuevo como .xlsx y vuelve a intentarlo.',
  ],
  'import.too-complex': [
    413,
    'El archivo ocupa demasiada memoria al leerlo: quita las filas y columnas vacías con formato, o copia solo los datos a un archivo nuevo.',
  ],
  'import.too-slow': [
    413,
    'El archivo tarda demasiado en leerse: quita las filas y columnas vacías con formato, o repártelo en varios.',
  ],
  'import.changed': [409, 'Los datos cambiaron desde que se mostró el archivo. Revísalo de nuevo.'],
  'import.half-turned': [
    409,
    'Excel pudo cambiar el día por el mes en algunas fechas de este archivo. Escríbelas todas como año-mes-día (2026-05-04), con la columna como texto, y elígelo otra vez.',
  ],
  'merge.changed': [409, 'Los datos cambiaron desde que se mostraron. Revísalos de nuevo.'],
  'merge.paused': [409, '{name} está en pausa y la otra ficha tiene días pagados: termina antes la pausa.'],
  'merge.kept-gone': [409, '{name} ya no es un cliente. Restáuralo primero.'],
  'merge.undo-first': [409, 'Deshaz primero la unión con {name}.'],
  'import.busy': [503, 'Ya se está leyendo otro archivo. Inténtalo de nuevo en un momento.'],
  'stream.too-many': [429, 'Hay demasiadas pantallas abiertas con esta sesión.'],
  'seal.missing': [
    409,
    'Falta la clave con la que este servidor cifra contraseñas, huellas y rostros: no se guardó. Quien lo instaló lee qué hacer en Estado del sistema.',
  ],
  'channel.none': [409, 'No hay ningún canal configurado: configúralo antes de probarlo.'],
  'channel.too-many': [429, 'Se enviaron muchas pruebas seguidas. Espera {minutes} min e inténtalo de nuevo.'],
  'support.too-many': [429, 'Enviaste demasiadas solicitudes. Inténtalo de nuevo en una hora.'],
  'database.unavailable': [503, 'La base de datos no responde. Inténtalo de nuevo en unos segundos.'],
  'disk.full': [
    503,
    'El disco del servidor está lleno: no se guarda nada hasta que haya sitio. Lo que hay se puede ver.',
  ],
  'export.busy': [503, 'Ya se están preparando otros archivos de Excel. Inténtalo de nuevo en un momento.'],
  'database.busy': [503, 'Otras personas están guardando lo mismo. Inténtalo de nuevo en unos segundos.'],
  'server.failed': [500, 'Algo falló en el servidor. Inténtalo de nuevo.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorName = keyof typeof errors
export type ErrorDetails = Record<string, string | number>

/** A rejected field of body, query or path, answered in `detail` with 422. */
export interface Rejection {
  type: string
  msg: string
  loc: (string | number)[]
}

/** An error by name; the dispatcher answers status and `{ detail }`. */
export class Failure extends Error {
  readonly reason: ErrorName
  readonly details: ErrorDetails
  constructor(reason: ErrorName, details: ErrorDetails = {}) {
    super(errorText(reason, details))
    this.reason = reason
    this.details = details
  }
}

/** A repeat with other values; `row` is the row of the first call, if any. */
export class RepeatDiffers extends Failure {
  readonly row: number | null
  constructor(row: number | null) {
    super('key.reused')
    this.row = row
  }
}

/** Values that the schema accepts but the stored rows refuse: 422. */
export class Rejected extends Error {
  readonly rejections: Rejection[]
  constructor(rejections: Rejection[]) {
    super(rejections.map((each) => each.msg).join(' '))
    this.rejections = rejections
  }
}

export function errorText(reason: ErrorName, details: ErrorDetails = {}): string {
  return errors[reason][1].replace(/\{(\w+)\}/g, (mark, name: string) => {
    const detail = details[name] ?? mark
    return typeof detail === 'number' ? showNumber(detail) : detail
  })
}

export function fail(reason: ErrorName, details?: ErrorDetails): never {
  throw new Failure(reason, details)
}

/** Throws the error that a rule of the contract returned, if any. */
export function refuse(reason: ErrorName | null, details?: ErrorDetails): void {
  if (reason) fail(reason, details)
}
