// Replays captured traffic of attendance terminals (PUSH 2.x) byte for byte. T1, T2, … are items of traffic.md.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { makeClient, makeDevice, makeGym } from '../testing/factories.ts'
import { makeRequestBytes, sendAndExpectValidAnswer } from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'
import type { UserRecord } from './desired-state.ts'

const app = await startTestAppForFile()
const port = (await app.listen()).port
const gym = await makeGym(app)

const agent = ['User-Agent: iClock Proxy/1.09', 'Connection: close', 'Accept: */*']
const register = (sn: string) => makeDevice(gym, { sn, delay: 10 })

async function attended(client: number): Promise<string[]> {
  const { items } = await gym.admin.call('attendances.list', { query: { client_id: client, size_page: 1000 } })
  return items.map((item) => item.check_in).sort()
}

const recordsOf = (sn: string) =>
  gym.rows<{ pin: string; device_time: string; reason: string }>(
    sql`select pin, device_time, reason from door_records where gym_id = ${gym.gym.id} and sn = ${sn} order by device_time`,
  )

async function heldBy(sn: string): Promise<Record<string, string>> {
  const rows = await gym.rows<{
    pin: number
    held: UserRecord
    privilege: number
  }>(sql`select t.pin, to_json(t.held) as held, t.privilege from terminal_users t join devices d on d.gym_id = t.gym_id and d.id = t.id_device
          where t.gym_id = ${gym.gym.id} and d.sn = ${sn}`)
  return Object.fromEntries(
    rows.map(({ pin, held, privilege }) => [pin, `${Object.values(held).join('|')} ${privilege}`]),
  )
}

const say = (method: string, target: string, body: Uint8Array | string = '', headers = agent) =>
  sendAndExpectValidAnswer(port, makeRequestBytes(method, target, body, headers))

const t1 = `46\t2025-01-29 06:58:48\t0\t15\t0\t0\t0\t0\t0\t0\t10881
41\t2025-01-29 06:59:10\t0\t1\t0\t0\t0\t0\t0\t0\t10882
11\t2025-01-29 06:59:32\t0\t1\t0\t0\t0\t0\t0\t0\t10883
47\t2025-01-29 06:59:59\t0\t1\t0\t0\t0\t0\t0\t0\t10884
15\t2025-01-29 07:00:07\t0\t1\t0\t0\t0\t0\t0\t0\t10885
12\t2025-01-29 07:00:30\t0\t15\t0\t0\t0\t0\t0\t0\t10886
`

describe('uploads of attendance terminals', () => {
  test('traffic T1: a batch of passes with eleven columns that is sent three times is stored once', async () => {
    await register('CNYG213260182')
    const client = await makeClient(gym, { id_zkteco: 46 })
    for (let time = 0; time < 3; time++)
      expect(await say('POST', '/iclock/cdata?SN=CNYG213260182&table=ATTLOG&Stamp=9999', t1)).toBe('OK: 6')
    expect(await attended(client.id)).toEqual(['2025-01-29T10:58:48.000Z'])
    expect((await recordsOf('CNYG213260182')).map(({ pin, reason }) => `${pin} ${reason}`)).toEqual([
      '41 unknown',
      '11 unknown',
      '47 unknown',
      '15 unknown',
      '12 unknown',
    ])
  })

  test('captured traffic T17: passes of US firmware with five or sixteen columns are stored', async () => {
    await register('12300001')
    const client = await makeClient(gym, { id_zkteco: 982 })
    const body = `982\t2008-02-25 12:08:21\t1\t0\t9001
982\t2008-02-25 18:01:09\t1\t0\t9001
982\t2016-02-25 12:08:21\t1\t0\t9001\t0\t0\t1\t2\t3\t4\t5\t6\t1.0\t2.0\t3.0
`
    expect(await say('POST', '/iclock/cdata?SN=12300001&table=ATTLOG&Stamp=2008-02-25T12:08:21', body)).toBe('OK: 3')
    // Two passes from a clock that was not set get their arrival time.
    const times = await attended(client.id)
    expect(times[0]).toBe('2016-02-25T16:08:21.000Z')
    expect(times.slice(1).every((time) => Date.parse(time) > Date.now() - 60_000)).toBe(true)
    expect(times).toHaveLength(3)
    expect(await say('GET', '/iclock/cdata?SN=12300001&type=time')).toMatch(
      /^Time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-04:00$/,
    )
    expect(await say('GET', '/iclock/cdata?SN=12300001&type=LastPunch&PIN=982')).toBe('OK')
  })
})

describe('handshakes, polls and results of attendance terminals', () => {
  test('traffic T4, T6, T7: a handshake gets the options, whatever the order of its parameters', async () => {
    await register('ESY4241100079')
    const block = (sn: string, names: string[]) =>
      `GET OPTION FROM: ${sn}\n${names[0]}=9999\n${names[1]}=9999\n${names[2]}=None\nErrorDelay=30\nDelay=10\nTransTimes=00:00;14:05\nTransInterval=1\nTransFlag=TransData AttLog\tOpLog\tEnrollUser\tChgUser\nTimeZone=-4\nRealtime=1\nEncrypt=None`
    const newer = `${block('ESY4241100079', ['ATTLOGStamp', 'OPERLOGStamp', 'ATTPHOTOStamp'])}\nPushOptionsFlag=1\nSupportPing=1`
    for (const query of [
      'SN=ESY4241100079&options=all&pushver=2.2.14&language=83&pushcommkey=4a9594af164f2b9779b59e8554b5df26',
      'PushOptionsFlag=2&SN=ESY4241100079&language=69&options=all&pushver=2.4.0',
      'SN=ESY4241100079&options=all&pushver=2.4.0&DeviceType=middle%20east',
    ])
      expect(await say('GET', `/iclock/cdata?${query}`)).toBe(newer)
    expect(await say('GET', '/iclock/cdata?SN=ESY4241100079&options=all')).toBe(
      block('ESY4241100079', ['Stamp', 'OpStamp', 'PhotoStamp']),
    )
  })

  test('traffic T2, T4, T17: polls, polls with INFO, pings and options get the documented answers', async () => {
    await register('SPK7240100098')
    await say('GET', '/iclock/cdata?SN=SPK7240100098&options=all&pushver=2.4.0')
    const proxied = ['Host: zk.tuvendor.cloud', 'Accept-Encoding: gzip', 'X-Forwarded-Proto: https', ...agent]
    const polls = await say('GET', '/iclock/getrequest?SN=SPK7240100098', '', proxied)
    expect(polls).toMatch(/^C:[0-9a-z]+:DATA UPDATE USERINFO PIN=/)
    const info = 'Ver%206.8.0(build640),2,0,0,192.168.1.201,10,-1,-12,101'
    expect(await say('GET', `/iclock/getrequest?SN=SPK7240100098&INFO=${info}`)).toMatch(
      /^C:\w+:SET OPTION OverValidTime=1$/,
    )
    expect(await say('GET', '/iclock/ping?SN=SPK7240100098')).toBe('OK')
    const options = 'FingerFunOn=1,FaceFunOn=1,UserPicURLFunOn=1'
    expect(await say('POST', '/iclock/cdata?SN=SPK7240100098&table=options', options)).toBe('OK')
    const firmware = await app.database.read({ gym: gym.gym.id, user: null }, (tx) =>
      tx.one<object>(
        sql`select firmware, push_version from devices where gym_id = ${gym.gym.id} and sn = 'SPK7240100098'`,
      ),
    )
    expect(firmware).toEqual({ firmware: 'Ver 6.8.0(build640)', push_version: '2.4.0' })
  })

  test.each(['ID=%&Return=0&CMD=DATA', 'ID=%&return=0&CMD=DATA\r\n', 'ID=%&SN=X&Return=0&CMD=DATA\n'])(
    'traffic T4, T6, T9, T17: command results of the form %j are accepted',
    async (line) => {
      const { sn } = await makeDevice(gym)
      const polled = await say('GET', `/iclock/getrequest?SN=${sn}`)
      const ids = [...polled.matchAll(/^C:([0-9a-z]+):/gm)].map(([, id]) => id ?? '')
      const strangers =
        'ID=info8487&Return=0&CMD=DATA\nID=122&Return=0&CMD=INFO\n~DeviceName=MB360/ID\nMAC=00:17:61:10:79:9f\n'
      const body = strangers + ids.map((id) => line.replace('%', id)).join('\n')
      expect(await say('POST', `/iclock/devicecmd?SN=${sn}`, body)).toBe('OK')
      const held = Object.values(await heldBy(sn))
      expect(held).toHaveLength(ids.length)
      expect(held.every((record) => /^[cu]\d+\|/.test(record))).toBe(true)
    },
  )
})

/** Returns a terminal's unknown users: PIN → `card|name|privilege|whether the PIN opens the door`. */
async function peopleAt(id_device: number): Promise<Record<string, string>> {
  const people = await gym.admin.call('devices.people', { params: { id_device } })
  return Object.fromEntries(
    people.map(({ pin, card, name, privilege, opens }) => [pin, `${card}|${name}|${privilege}|${opens}`]),
  )
}

test('traffic T5, T11: photos, error logs and packed lines get the documented answers', async () => {
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
  expect(await peopleAt(id)).toEqual({ 7002: '89776433||0|true' })
})
