// Reads the environment once at the start. A wrong value ends the start with one line that names the variable.
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join, resolve, sep } from 'node:path'
import { createSecureContext } from 'node:tls'
import { z } from 'zod'
import { defaultPoolSize } from './platform/db/database.ts'
import { findUrlFault } from './platform/db/database-url.ts'
import { makePrivateFolder, readOrCreateSecret } from './platform/files/files.ts'
import { StartRefusal } from './platform/start-refusal.ts'

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'debe ser un número entero')
    .transform(Number)
    .pipe(z.number().min(min, `debe ser al menos ${min}`).max(max, `debe ser como máximo ${max}`))
const yesOrNo = z
  .enum(['true', 'false', '1', '0'], 'debe ser true o false')
  .default('false')
  .transform((value) => value === 'true' || value === '1')
const address = z.string().regex(/^https?:\/\/\S+$/, 'debe ser una dirección http:// o https://')
const baseAddress = address.transform((value) => value.replace(/\/+$/, ''))
const singleWord = z.string().regex(/^[\x21-\x7e]+$/, 'no debe tener espacios ni acentos')
/** One mail address, with or without a name. Line breaks are refused, because they could add a mail header. */
const sender = z.string().regex(/^([^<>\r\n"]*<[^\s<>@"]+@[^\s<>@"]+>|[^\s<>@"]+@[^\s<>@"]+)$/, {
  message: 'debe ser un correo, o un nombre y un correo: Gimnasio <avisos@ejemplo.com>',
})

/** Comma-separated networks such as `10.0.0.0/8`, or single addresses; IPv4 and IPv6. */
const networks = z.string().transform((given, context) => {
  const list = new BlockList()
  for (const network of given.trim().split(/[\s,]+/)) {
    const [address = '', length] = network.split('/', 2)
    const family = isIP(address)
    const longest = family === 6 ? 128 : 32
    const isNetwork = /^[^/%]+(\/\d+)?$/.test(network) && Number(length ?? 0) <= longest
    if (!family || !isNetwork) {
      const message = `${network || given} no es una red como 192.168.1.0/24 o 2001:db8::/32`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    list.addSubnet(address, Number(length ?? longest), family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
})

const s3Endpoint = z
  .string()
  .regex(
    /^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/,
    'debe ser la dirección de un servidor S3, sin el bucket: https://s3.ejemplo.com',
  )
  .refine((value) => URL.canParse(value), 'no es una dirección')
  .transform((value) => value.replace(/\/+$/, ''))
const s3Bucket = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, 'debe ser el nombre de un bucket, sin barras ni espacios')
const s3Region = z.string().regex(/^(?!-)[A-Za-z0-9-]{1,60}(?<!-)$/, 'debe ser una región como us-east-1')

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const databaseUrl = z.string().superRefine((value, context) => {
  const message = findUrlFault(value)
  if (message) context.addIssue({ code: 'custom', message })
})

const Environment = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: wholeNumber(9, 200).default(defaultPoolSize),
  MASTER_USERNAME: z
    .string()
    .regex(/^\S{1,50}$/, 'debe tener de 1 a 50 caracteres sin espacios')
    .default('master'),
  MASTER_PASSWORD: z
    .string()
    .min(8, 'debe tener al menos 8 caracteres')
    .max(128, 'debe tener como máximo 128 caracteres')
    .optional(),
  SESSION_SECRET: z.string().min(16, 'debe tener al menos 16 caracteres').optional(),
  SESSION_HOURS: wholeNumber(1, 8760).default(12),
  SESSION_IDLE_MINUTES: wholeNumber(0, 10_080).default(60),
  BIOMETRICS_KEY: z.string().min(16, 'debe tener al menos 16 caracteres').optional(),
  PUBLIC_URL: address.optional(),
  LANDING_URL: address.optional(),
  SUPPORT_EMAIL: z.email('debe ser un correo').optional(),
  SUPPORT_PHONE: z.string().optional(),
  SUPPORT_ADDRESS: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/?#]+\S*$/, 'debe empezar por smtp:// o smtps:// y nombrar un servidor')
    .refine(
      (value) => URL.canParse(value),
      'no es una dirección; los signos de la contraseña van codificados (@ es %40)',
    )
    .optional(),
  MAIL_FROM: sender.optional(),
  MAIL_PER_SECOND: wholeNumber(1, 100).default(2),
  WHATSAPP_TOKEN: singleWord.optional(),
  WHATSAPP_PHONE_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'debe ser el número de identificación, solo cifras')
    .optional(),
  WHATSAPP_URL: baseAddress.default('https://graph.facebook.com/v23.0'),
  WHATSAPP_APP_SECRET: z.string().min(8, 'debe tener al menos 8 caracteres').optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().min(8, 'debe tener al menos 8 caracteres').optional(),
  DGII_URL: baseAddress.optional(),
  FISCAL_PROVIDER_URL: baseAddress.optional(),
  FISCAL_PROVIDER_TOKEN: singleWord.optional(),
  DOOR_PORT: wholeNumber(0, 65535).optional(),
  DOOR_HOST: z.string().optional(),
  DOOR_NETWORKS: networks.optional(),
  DOOR_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(
      /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/,
      'debe ser un dominio como puerta.ejemplo.com',
    )
    .max(200, 'debe tener como máximo 200 caracteres')
    .optional(),
  TRUST_PROXY: yesOrNo,
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'debe ser una hora como 03:30')
    .default('03:30'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,2}(,\d{1,3}){3}$/, 'debe decir cuántas horas, días, semanas y meses, como 24,7,4,6')
    .default('24,7,4,6'),
  BACKUP_EVERY: wholeNumber(0, 10_080).default(60),
  BACKUP_KEY: z.string().min(16, 'debe tener al menos 16 caracteres').optional(),
  BACKUP_S3_ENDPOINT: s3Endpoint.optional(),
  BACKUP_S3_BUCKET: s3Bucket.optional(),
  BACKUP_S3_REGION: s3Region.optional(),
  BACKUP_S3_ACCESS_KEY_ID: singleWord.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: singleWord.optional(),
  BACKUP_S3_RATE: wholeNumber(50, 100_000).default(500),
  S3_ENDPOINT: s3Endpoint.optional(),
  S3_BUCKET: s3Bucket.optional(),
  S3_REGION: s3Region.optional(),
  S3_ACCESS_KEY_ID: singleWord.optional(),
  S3_SECRET_ACCESS_KEY: singleWord.optional(),
  CLOCK_IS_RIGHT: yesOrNo,
  METRICS_TOKEN: z.string().min(8, 'debe tener al menos 8 caracteres').optional(),
  LOG_LEVEL: z.enum(levels, `debe ser uno de: ${levels.join(', ')}`).default('warn'),
  LOG_SLOW_MS: wholeNumber(10, 600_000).default(1000),
})
export const envVariableNames = Object.keys(Environment.shape)

export type Config = z.output<typeof Environment> & {
  dataDir: string
  backupDir: string
  /** PEM certificate and key of the main port; null if it serves plain http. */
  tls: { cert: string; key: string } | null
  /** Separate port for terminals; null if they use the main port. */
  door: { port: number; host: string } | null
  /** Bucket for pictures; null if pictures are stored in DATA_DIR. */
  bucket: BucketSettings | null
  backupBucket: BucketSettings | null
}

export interface BucketSettings {
  /** URL of the S3 service, without a trailing slash. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Variables of earlier versions, with a message that says what to use instead. */
const removedSettings: Record<string, string> = {
  BACKUP_WAL_DAYS:
    'ya no existe: usa BACKUP_EVERY, los minutos entre copia y copia; a cualquier momento se vuelve con una base de datos externa (DATABASE_URL) y pgBackRest',
  DATABASE_REPLICA_URL: 'ya no existe: quítala; todo se lee de DATABASE_URL',
}

/** Variables that must be set together. */
const pairs = [
  ['TLS_CERT', 'TLS_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_ID'],
  ['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'],
  ['FISCAL_PROVIDER_URL', 'FISCAL_PROVIDER_TOKEN'],
] as const

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  // An empty variable counts as unset, as in most .env files.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  for (const [name, instead] of Object.entries(removedSettings))
    if (name in given) throw new StartRefusal(`${name}: ${instead}`)
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartRefusal(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  for (const [one, other] of pairs) {
    const [given, missing] = parsed.data[one] ? [one, other] : [other, one]
    if (parsed.data[given] && !parsed.data[missing]) throw new StartRefusal(`${missing}: hace falta junto con ${given}`)
  }
  const backupBucket = readBucket(parsed.data, 'BACKUP_S3_')
  if (backupBucket && !parsed.data.BACKUP_KEY)
    throw new StartRefusal('BACKUP_KEY: hace falta junto con BACKUP_S3_BUCKET: lo que sale del local va cifrado')
  const dataDir = resolve(parsed.data.DATA_DIR)
  const backupDir = resolve(parsed.data.BACKUP_DIR ?? `${dataDir}-copias`)
  if (`${backupDir}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new StartRefusal(
      'BACKUP_DIR: debe estar fuera de DATA_DIR: lo que se pierda con ella se perdería con sus copias',
    )
  const bucket = readBucket(parsed.data, 'S3_')
  const door = readDoorPort(parsed.data)
  const tls = readTls(parsed.data)
  return { ...parsed.data, dataDir, backupDir, tls, door, bucket, backupBucket }
}

function readTls({ TLS_CERT, TLS_KEY }: z.output<typeof Environment>): Config['tls'] {
  if (!TLS_CERT || !TLS_KEY) return null
  const [cert, key] = [readPem('TLS_CERT', TLS_CERT), readPem('TLS_KEY', TLS_KEY)]
  try {
    createSecureContext({ cert, key })
  } catch {
    throw new StartRefusal('TLS_KEY: no es la clave del certificado de TLS_CERT, o alguno de los dos no está en PEM')
  }
  return { cert, key }
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new StartRefusal(`${name}: no se puede leer el archivo ${file}`)
  }
}

/** True if passwords cross the network unencrypted, unless a proxy unknown to this program encrypts them. */
export const arePasswordsSentUnencrypted = ({ tls, HOST, PUBLIC_URL, TRUST_PROXY }: Config): boolean =>
  tls === null && !TRUST_PROXY && !PUBLIC_URL?.startsWith('https:') && !/^(localhost|127\.|::1$)/.test(HOST)

const bucketFields = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const

function readBucket(data: z.output<typeof Environment>, prefix: 'S3_' | 'BACKUP_S3_'): BucketSettings | null {
  const names = bucketFields.map((name) => `${prefix}${name}` as const)
  const given = names.find((name) => data[name])
  if (!given) return null
  const [endpoint, bucket, region, accessKeyId, secretAccessKey] = names.map((name) => {
    const value = data[name]
    if (!value) throw new StartRefusal(`${name}: hace falta junto con ${given}`)
    return value
  }) as [string, string, string, string, string] // one entry for each of the five names
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

/** Terminals only support plain http: with TLS on the main port they use the next port by default. */
function readDoorPort(data: z.output<typeof Environment>): Config['door'] {
  const { PORT, HOST, TLS_CERT, DOOR_HOST = HOST } = data
  const { DOOR_PORT = TLS_CERT && PORT > 0 ? PORT + 1 : PORT } = data
  const isShared = DOOR_PORT === PORT && DOOR_HOST === HOST && !TLS_CERT
  return isShared ? null : { port: DOOR_PORT, host: DOOR_HOST }
}

export const areImagesInBucket = ({ bucket }: Config): boolean => bucket !== null

/** Name of the session secret's file in DATA_DIR; every archive includes the file. */
export const sessionSecretFileName = 'session-secret'

/** Any of these files shows that Torniquete used the folder before, even with an external database. */
const productFiles = ['postgres', 'installation', 'images', sessionSecretFileName]

export function makeDataFolder({ dataDir }: Config): void {
  try {
    makePrivateFolder(dataDir)
    if (productFiles.some((name) => existsSync(join(dataDir, name)))) restrictFolder(dataDir)
  } catch {
    throw new StartRefusal(`DATA_DIR: ${dataDir} no se puede usar como carpeta`)
  }
}

/**
 * Closes the folder to other users, because it contains members' pictures. The rights of its group are kept. A folder
 * that belongs to another user is left alone, since it may be a home folder.
 */
function restrictFolder(dataDir: string): void {
  const { mode, uid } = statSync(dataDir)
  if (uid === process.getuid?.() && mode & 0o007) chmodSync(dataDir, mode & 0o7770)
}

export const readSessionSecret = ({ SESSION_SECRET, dataDir }: Config): string =>
  SESSION_SECRET ?? readOrCreateSecret(join(dataDir, sessionSecretFileName))

/** Name of the encryption key's file in DATA_DIR; every archive includes the file. */
export const sealingKeyFileName = 'biometrics-key'
