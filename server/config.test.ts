import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDataFolder, readConfig, readSessionSecret } from './config.ts'
import { StartRefusal } from './platform/start-refusal.ts'

test('config: all variables are optional, and an empty one counts as unset', () => {
  expect(readConfig({ SMTP_URL: '', MAIL_FROM: '' })).toMatchObject({
    PORT: 3000,
    WHATSAPP_URL: 'https://graph.facebook.com/v23.0',
  })
})

const smtp = { SMTP_URL: 'smtp://avisos:cl%40ve@smtp.example.com:587', MAIL_FROM: 'avisos@example.com' }
const s3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'imagenes-gimnasio',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG',
}
const s3OfCopies = Object.fromEntries(Object.entries(s3).map(([name, value]) => [`BACKUP_${name}`, value]))
const sealed = { ...s3OfCopies, BACKUP_KEY: 'una clave de prueba' }
const whatsapp = { WHATSAPP_TOKEN: 'EAAGm0', WHATSAPP_PHONE_ID: '106540352242922' }

test('config: reads common mail and WhatsApp settings', () => {
  for (const MAIL_FROM of ['avisos@example.com', 'Gimnasio Ñandú <avisos@example.com>', '<avisos@example.com>'])
    expect(readConfig({ ...smtp, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM)
  expect(readConfig({ ...smtp, SMTP_URL: 'smtps://smtp.example.com' }).SMTP_URL).toBe('smtps://smtp.example.com')
  const graph = readConfig({ ...whatsapp, WHATSAPP_URL: 'http://127.0.0.1:9000/v23.0/' })
  expect(graph.WHATSAPP_URL).toBe('http://127.0.0.1:9000/v23.0')
})

test('config: refuses a bucket of which only some variables are set', () => {
  expect(readConfig({}).bucket).toBeNull()
  const given = { ...s3, S3_ENDPOINT: 'http://minio:9000/' }
  expect(readConfig(given).bucket).toEqual({
    endpoint: 'http://minio:9000',
    bucket: s3.S3_BUCKET,
    region: s3.S3_REGION,
    accessKeyId: s3.S3_ACCESS_KEY_ID,
    secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
  })
})

test('config: the backup bucket is separate from the picture bucket, and needs BACKUP_KEY', () => {
  expect(readConfig({ ...s3, BACKUP_KEY: sealed.BACKUP_KEY }).backupBucket).toBeNull()
  expect(readConfig(sealed)).toMatchObject({
    bucket: null,
    backupBucket: { endpoint: s3.S3_ENDPOINT, secretAccessKey: s3.S3_SECRET_ACCESS_KEY },
    BACKUP_S3_RATE: 500,
  })
})

const databaseUrls = ['mysql://a@b/c', 'postgres://a:b@c@h/d e', 'postgres://a:b/c@h/d', 'postgres://a@h:0/c']
const portsOfUrls = ['postgres://a@h:70000/c', 'postgres://a@h:puerto/c', 'postgres://a@/c?host=h&port=puerto']
const endpoints = ['s3.example.com', 'https://key:secret@s3.example.com', 'https://s3.example.com/?x=1']

test.each<[string, object, string[]]>([
  ...Object.keys(s3).map((name): [string, object, string[]] => [name, s3, ['']]),
  ['S3_ENDPOINT', s3, [...endpoints, 'http://s3.example.com:puerto']],
  ['S3_BUCKET', s3, ['imagenes/gimnasio']],
  ['S3_REGION', s3, ['us east']],
  ['S3_SECRET_ACCESS_KEY', s3, ['con espacio']],
  ['BACKUP_S3_REGION', sealed, ['']],
  ['BACKUP_S3_BUCKET', sealed, ['copias/gimnasio']],
  ['BACKUP_S3_RATE', sealed, ['10']],
  ['BACKUP_KEY', sealed, ['']],
  ['BACKUP_DIR', { DATA_DIR: '/srv/gimnasio' }, ['/srv/gimnasio', '/srv/../srv/gimnasio/copias/']],
  ['SMTP_URL', smtp, ['', 'smtp.example.com', 'smtp://', 'smtp://a:b@c:puerto']],
  ['MAIL_FROM', smtp, ['', 'Gimnasio', 'G <a@example.com>\r\nBcc: b@example.com', 'a@example.com, b@example.com']],
  ['WHATSAPP_PHONE_ID', whatsapp, ['', '+1 809 555 0100']],
  ['WHATSAPP_TOKEN', whatsapp, ['', 'Bearer EAAGm0']],
  ['WHATSAPP_URL', whatsapp, ['graph.facebook.com']],
  ['WHATSAPP_VERIFY_TOKEN', { ...whatsapp, WHATSAPP_APP_SECRET: '0123456789abcdef' }, ['']],
  ['WHATSAPP_APP_SECRET', { ...whatsapp, WHATSAPP_VERIFY_TOKEN: 'una palabra' }, ['']],
  ['DGII_URL', {}, ['ecf.dgii.gov.do']],
  ['FISCAL_PROVIDER_URL', { FISCAL_PROVIDER_TOKEN: 'abc' }, ['', 'proveedor.example.com']],
  ['FISCAL_PROVIDER_TOKEN', { FISCAL_PROVIDER_URL: 'https://proveedor.example.com' }, ['', 'con espacio']],
  ['DOOR_PORT', {}, ['70000', 'puerta']],
  ['DOOR_NETWORKS', {}, ['192.168.1.0/33', '192.168.1.0/24, gimnasio', '192.168.1/24', '2001:db8::/129', ' , ']],
  ['DOOR_DOMAIN', {}, ['puerta', 'https://puerta.example.com', 'puerta.example.com:8081', '192.168.1.5']],
  ['DATABASE_POOL', {}, ['8', '201', 'muchas']],
  ['DATABASE_URL', {}, [...databaseUrls, ...portsOfUrls, 'postgres://a@h/c?options=-c%20search_path%3Dpublic']],
])('config: a wrong value gives one line of error that begins with %s', (name, others, values) => {
  for (const value of values) {
    let said = ''
    try {
      readConfig({ ...others, [name]: value })
    } catch (error) {
      said = error instanceof StartRefusal ? error.message : ''
    }
    expect(said, value).toMatch(new RegExp(`^${name}: [^\\n]+$`))
  }
})

test.each([
  'postgres://ana@/gym?host=/run/postgresql',
  'postgres://ana:clave@/gym?host=db.example&port=6432',
  'postgres:///gym?host=/run/postgresql',
])('config: DATABASE_URL may name its host as a query parameter: %s', (address) => {
  expect(readConfig({ DATABASE_URL: address }).DATABASE_URL).toBe(address)
  expect(() => readConfig({ DATABASE_URL: `${address}&options=-cx%3Dy` })).toThrow(/options/)
})

test.each([
  'postgres://ana:cl%40ve@db1:5432,db2/gym',
  'postgres://ana@[::1]:5433,[fe80::2]/gym?sslmode=require',
  'postgres://ana@db1%2Cdb2/gym',
  'postgresql:///gym?host=db1,db2&port=6432&target_session_attrs=read-write',
  'postgres://ana@/gym?host=db1%2C/run/postgresql',
  'postgres://ana@/gym?host=db1&host=db2',
  'postgres://ana@db/gym?port=5432,5433',
])('config: refuses a DATABASE_URL with several hosts or ports: %s', (DATABASE_URL) => {
  expect(() => readConfig({ DATABASE_URL })).toThrow(/^DATABASE_URL: nombra varios servidores; [^\n]+$/)
})

test('config: accepts a comma in the password of DATABASE_URL', () => {
  const DATABASE_URL = 'postgres://ana:cl,ve@db/gym?target_session_attrs=read-write'
  expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
})

test('config: refuses DATABASE_REPLICA_URL, which no longer exists', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://a@h/c', DATABASE_REPLICA_URL: 'postgres://a@h2/c' })).toThrow(
    'DATABASE_REPLICA_URL: ya no existe: quítala; todo se lee de DATABASE_URL',
  )
})

test('config: terminals use DOOR_PORT and DOOR_HOST if set, else the main port', () => {
  const doorOf = (environment: Record<string, string>) => readConfig({ HOST: '127.0.0.1', ...environment }).door
  expect(doorOf({})).toBeNull()
  expect(doorOf({ DOOR_PORT: '3000' })).toBeNull()
  expect(doorOf({ DOOR_PORT: '8081' })).toEqual({ port: 8081, host: '127.0.0.1' })
  expect(doorOf({ DOOR_HOST: '192.168.1.5' })).toEqual({ port: 3000, host: '192.168.1.5' })
})

test('session secret: a truncated file is replaced by a new secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'torniquete-secret-'))
  try {
    const config = readConfig({ DATA_DIR: folder })
    const made = readSessionSecret(config)
    expect([made.length, readSessionSecret(config)]).toEqual([43, made])
    for (const left of ['', made.slice(0, 20)]) {
      writeFileSync(join(folder, 'session-secret'), left)
      const anew = readSessionSecret(config)
      expect([anew.length, anew === made, readSessionSecret(config)]).toEqual([43, false, anew])
    }
    expect(readdirSync(folder)).toEqual(['session-secret'])
    expect(readSessionSecret(readConfig({ DATA_DIR: folder, SESSION_SECRET: 'x'.repeat(40) }))).toBe('x'.repeat(40))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.skipIf(process.platform === 'win32')(
  'data folder: other users lose access, and the rights of its group are kept',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'torniquete-folder-'))
    const [made, begun, external, somebodys] = ['above/made', 'begun', 'external', 'somebodys'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string] // one entry for each of the four names
    try {
      mkdirSync(join(begun, 'postgres'), { recursive: true })
      mkdirSync(external)
      writeFileSync(join(external, 'session-secret'), '')
      mkdirSync(somebodys)
      for (const each of [begun, external, somebodys]) chmodSync(each, 0o755)
      const all = [made, begun, external, somebodys]
      for (const DATA_DIR of all) makeDataFolder(readConfig({ DATA_DIR }))
      expect(all.map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o750, 0o750, 0o755])
      // The folder above the data folder keeps the usual permissions, so other users can pass through it.
      expect(statSync(join(folder, 'above')).mode & 0o777).toBe(0o777 & ~process.umask())
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
