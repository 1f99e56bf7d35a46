// The words of what the history tells of, by the names of the tables' columns.

interface FieldWords {
  /** '' where the noun stands by itself. */
  article: 'el' | 'la' | 'los' | 'las' | ''
  noun: string
  /**
   * How its values are written; plain where none is named. A 'picture' and a 'secret' only tell that they changed, a
   * 'part' is told by another field.
   */
  kind?: 'day' | 'instant' | 'money' | 'role' | 'links' | 'picture' | 'secret' | 'part'
}

type Kind = FieldWords['kind']
const el = (noun: string, kind?: Kind): FieldWords => ({ article: 'el', noun, ...(kind && { kind }) })
const la = (noun: string, kind?: Kind): FieldWords => ({ article: 'la', noun, ...(kind && { kind }) })
const los = (noun: string): FieldWords => ({ article: 'los', noun })
const las = (noun: string, kind?: Kind): FieldWords => ({ article: 'las', noun, ...(kind && { kind }) })
const plain = (noun: string): FieldWords => ({ article: '', noun })
const part: FieldWords = { article: '', noun: '', kind: 'part' }

export const fieldWords: Record<string, FieldWords | undefined> = {
  // people
  name: el('nombre'),
  id_zkteco: el('número en el dispositivo'),
  username: el('nombre de usuario'),
  password_hash: la('contraseña', 'secret'),
  password: la('contraseña', 'secret'),
  birth_date: la('fecha de nacimiento', 'day'),
  email: el('correo'),
  phone_number: el('teléfono'),
  address: la('dirección'),
  card_number: el('número de tarjeta'),
  social_link: las('redes sociales', 'links'),
  notes: las('notas'),
  is_active: plain('«Activo»'),
  is_anonymous: plain('«Cliente anónimo»'),
  photo_url: la('foto', 'picture'),
  photo_path: part,
  owner: el('propietario'),
  website_url: la('página web'),
  id_role: el('rol', 'role'),
  door_blocked: el('bloqueo en la puerta'),
  door_removed: la('baja del dispositivo'),
  created_at: la('fecha de registro', 'instant'),
  updated_at: la('fecha del último cambio', 'instant'),
  deleted_at: la('fecha de eliminación', 'instant'),
  // plans and what was sold of them
  description: la('descripción'),
  duration_days: los('días de duración'),
  max_access: el('máximo de accesos'),
  price: el('precio', 'money'),
  id_client: el('cliente'),
  id_user: el('usuario'),
  id_membership: el('plan'),
  start_date: el('inicio', 'day'),
  end_date: el('vencimiento', 'day'),
  payment_date: la('fecha de pago', 'instant'),
  voided_at: la('fecha de anulación', 'instant'),
  // stock
  unit_of_measure: la('unidad'),
  quantity: la('cantidad actual'),
  min_quantity: la('cantidad mínima'),
  sale_price: el('precio de venta', 'money'),
  last_purchase_price: el('último precio de compra', 'money'),
  image_url: la('imagen', 'picture'),
  image_path: part,
  code: el('código'),
  // voids
  number: el('número'),
  id_sale: la('venta'),
  id_purchase: la('compra'),
  id_payment: la('venta de la membresía'),
  reason: el('motivo'),
  // terminals and passes
  sn: el('número de serie'),
  delay: el('intervalo entre llamadas'),
  firmware: el('firmware'),
  push_version: la('versión del protocolo'),
  language: el('idioma'),
  check_in: la('fecha de ingreso', 'instant'),
  pin: el('número en el dispositivo'),
  device_time: la('hora del dispositivo'),
  // the gym and what it sends
  timeZone: la('zona horaria'),
  opening_hours: el('horario'),
  services: los('servicios'),
  logo_url: el('logo', 'picture'),
  logo_path: part,
  message_before_expiration: el('mensaje antes del vencimiento'),
  message_day_expiration: el('mensaje del día del vencimiento'),
  days_before_expiration: los('días antes del vencimiento'),
  isActive: plain('«Activo»'),
  report_time: la('hora del reporte'),
  report_phone_number: el('teléfono del reporte'),
}
