// Captured uploads of users, operations, photos and errors (2.x), byte for byte over a socket.
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeDevice, makeGym } from '../testing/factories.ts'
import { politely, requestText } from '../testing/terminals.ts'
import { openTestApp } from '../testing/test-app.ts'

const app = await openTestApp()
const port = (await app.listen()).port
const gym = await makeGym(app)

const agent = ['User-Agent: iClock Proxy/1.09', 'Connection: close', 'Accept: */*']
const register = (sn: string) => makeDevice(gym, { sn, delay: 10 })

/** People on a terminal whom the gym does not know: pin → `card|name|privilege|whether it lets them in`. */
async function heldBy(id_device: number): Promise<Record<string, string>> {
  const people = await gym.admin.call('devices.people', { params: { id_device } })
  return Object.fromEntries(
    people.map(({ pin, card, name, privilege, opens }) => [pin, `${card}|${name}|${privilege}|${opens}`]),
  )
}

const say = (method: string, target: string, body: Uint8Array | string = '', headers = agent) =>
  politely(port, requestText(method, target, body, headers))

test('T3, T14: a user without the word USER, operations, templates and lines that are none', async () => {
  const { id } = await register('UDP3260500207')
  const body = `OPLOG 30\t0\t2026-06-25 16:28:28\t8004\t0\t0\t0
PIN=8002\tName=Johny Deep\tPri=0\tPasswd=\tCard=\tGrp=1\tTZ=0000000100000000\tVerify=0\tViceCard=\tStartDatetime=0\tEndDatetime=0
USER PIN=8004\tName=User=3\tPri=0\tPasswd=1234\tCard=\tGrp=1\tTZ=0000000100000000\tVerify=1\tViceCard=
FP PIN=8004\tFID=6\tSize=1488\tValid=1\tTMP=abc=
OPLOG
OPLOG abc\t0\t2026\t4
OPLOG 30
FP PIN=8004\tFID=6

azar`
  expect(await say('POST', '/iclock/cdata?SN=UDP3260500207&table=OPERLOG&Stamp=9999', body)).toBe('OK: 9')
  expect(await heldBy(id)).toEqual({ 8002: '|Johny Deep|0|true', 8004: '|User=3|0|true' })
  const deleted = 'OPLOG 9\t0\t2026-06-25 16:29:14\t8004\t0\t0\t0\n'
  expect(await say('POST', '/iclock/cdata?SN=UDP3260500207&table=OPERLOG&Stamp=9999', deleted)).toBe('OK: 1')
  expect(await heldBy(id)).toEqual({ 8002: '|Johny Deep|0|true' })
})

test('T5, T11: photos, errors and packed lines', async () => {
  const { id } = await register('PHOTO1')
  const photo = Buffer.concat([
    Buffer.from('PIN=20150731103012-123.jpg\nSN=PHOTO1\nsize=3\nCMD=uploadphoto\0'),
    Buffer.from([0xff, 0xd8, 0]),
  ])
  for (const page of ['cdata?SN=PHOTO1&table=ATTPHOTO&Stamp=9999', 'fdata?SN=PHOTO1'])
    expect(await say('POST', `/iclock/${page}`, photo)).toBe('OK')
  const failure = 'ERRORLOG ErrCode=D01E0001\tErrMsg=\tDataOrigin=cmd\tCmdId=123\tAdditional='
  expect(await say('POST', '/iclock/cdata?SN=PHOTO1&table=ERRORLOG&Stamp=9999', failure)).toBe('OK')
  const packed = gzipSync(
    'USER PIN=7002\tName=\tPri=0\tPasswd=0\tCard=89776433\tGrp=1\tVerify=-1\tViceCard=123456789\n',
  )
  expect(await say('POST', '/iclock/cdata?SN=PHOTO1&table=OPERLOG&ContentType=tgz', packed)).toBe('OK: 1')
  expect(await heldBy(id)).toEqual({ 7002: '89776433||0|true' })
})
