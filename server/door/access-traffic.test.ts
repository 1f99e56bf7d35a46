// The access dialect as real terminals and the vendor's manual write it, answered byte for byte.
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment } from '../testing/factories.ts'
import { eventually, exchange, requestText } from '../testing/terminals.ts'

startDoorApp()

const pinOf = ({ id_zkteco }: { id_zkteco: number | null }) => String(id_zkteco)
const status = async () => (await gym.admin.call('devices.status'))[0]

/** Sent as a real one does: with a connection that begins, and what it accepts. */
const ask = async (method: string, target: string, body = '', headers: string[] = []) =>
  exchange(port, requestText(method, `/iclock/${target}`, body, ['Connection: starting', ...headers]))
const accepts = ['Accept: application/push']

test('T4, T10: the first contact', async () => {
  const { sn } = await makeDevice(gym, { delay: null })
  expect((await ask('GET', `cdata?SN=${sn}&pushver=3.0.1&options=all`, '', accepts)).text).toBe('OK')
  const body =
    'DeviceType=acc,~DeviceName=F20/M,FirmVer=Ver 8.0.1.3-20151229,LockCount=1,DateFmtFunOn=0,AccSupportFunList=0101010000111000000111010100011010,authKey=dassas'
  const code = (await ask('POST', `registry?SN=${sn}`, body)).text
  expect(code).toMatch(/^RegistryCode=[0-9a-f]{32}$/)
  const configuration = (await ask('POST', `push?SN=${sn}`)).text
  expect(configuration.split('\n').map((line) => line.replace(/=.*/, ''))).toEqual([
    'ServerVersion',
    'ServerName',
    'PushProtVer',
    'PushVersion',
    'ErrorDelay',
    'RequestDelay',
    'TransTimes',
    'TransInterval',
    'TransTables',
    'Realtime',
    'SessionID',
    'TimeoutSec',
  ])
  expect(configuration).toContain('\nRequestDelay=5\n')
  // From then on it is known, and `push` is a poll.
  const known = (await ask('GET', `cdata?SN=${sn}&pushver=3.1.2&options=all&DeviceType=acc`)).text
  expect(known).toBe(`registry=ok\n${code}\n${configuration}`)
  expect((await ask('POST', `push?SN=${sn}`)).text).toMatch(/^C:\w+:/)
  expect((await status())?.model).toBe('F20/M')
})

test('T12, T16: what it uploads, answered byte for byte', async () => {
  const { sn } = await makeDevice(gym)
  await ask('POST', `registry?SN=${sn}`, 'DeviceType=acc,LockCount=1')
  const answers = async (target: string, body = '') => {
    const { status, text } = await ask('POST', target.replace('?', `?SN=${sn}&`), body)
    return `${status} ${text}`
  }
  const user = (pin: number) =>
    `user uid=${pin}\tcardno=\tpin=${pin}\tpassword=\tgroup=1\tstarttime=0\tendtime=0\tname=\tprivilege=0\tdisable=0\tverify=0`
  expect(
    await answers('cdata?table=options', '~DeviceName=ProBio,UserCount=7,~OEMVendor=ZKTeco Inc.,FWVersion=Ver 8'),
  ).toBe('200 OK')
  expect(
    await answers(
      'cdata?table=rtlog',
      'time=2017-01-10 11:49:32\tpin=0\tcardno=0\teventaddr=1\tevent=27\tinoutstatus=1\tverifytype=0\tindex=21\r\n\0',
    ),
  ).toBe('200 OK')
  expect(
    await answers('cdata?table=rtstate', 'time=2017-01-10 15:42:40\tsensor=00\trelay=00\talarm=0200000000000000\r\n'),
  ).toBe('200 OK')
  expect(await answers('devicecmd?', 'ID=1&Return=0&CMD=DATA UPDATE\r\n')).toBe('200 OK')
  expect(await answers('cdata?table=tabledata&tablename=user&count=1', `${user(4)}\r\n`)).toBe('200 user=1')
  expect(
    await answers(
      'querydata?type=tabledata&cmdid=415&tablename=user&count=3&packcnt=1&packidx=1',
      [1, 2, 3].map(user).join('\n'),
    ),
  ).toBe('200 user=3')
  expect(await answers('querydata?type=count&cmdid=288&tablename=user&count=1&packcnt=1&packidx=1', 'user=5')).toBe(
    '200 OK',
  )
  expect(
    await answers('querydata?type=options&cmdid=408&tablename=options&count=1&packcnt=1&packidx=1', 'LockCount=1'),
  ).toBe('200 options=1')
  expect(
    await answers(
      'cdata?table=tabledata&tablename=templatev10&count=2',
      'templatev10 pin=1\ttemplate=x\ntemplatev10 pin=2\ttemplate=y',
    ),
  ).toBe('200 templatev10=2')
  expect(await answers('cdata?table=tabledata&tablename=biophoto&count=1', 'biophoto pin=1\tcontent=\n\nAAAA\n')).toBe(
    '200 biophoto=1',
  )
  expect(
    await answers(
      'querydata?type=tabledata&cmdid=415&tablename=transaction&count=1&packcnt=1&packidx=1',
      'transaction cardno=0\tpin=0\tverified=200\tdoorid=1\teventtype=100\tinoutstate=2\ttime_second=548003688\tindex=92',
    ),
  ).toBe('200 transaction=1')
  expect(await answers('ping?')).toBe('200 OK')
  app.clock.set('2018-02-22T06:36:30Z')
  expect((await ask('GET', `rtdata?SN=${sn}&type=time`)).text).toBe('DateTime=583050990,ServerTZ=-0400')
})

test('a list of ten thousand comes in one body, which is larger than any other may be', async () => {
  const { sn } = await makeDevice(gym)
  await ask('POST', `registry?SN=${sn}`, 'DeviceType=acc,LockCount=1')
  const row = (pin: number) =>
    `user uid=${pin}\tcardno=\tpin=${pin}\tpassword=\tgroup=1\tstarttime=0\tendtime=0\tname=Socia de ${pin}\tprivilege=0\tdisable=0\tverify=0`
  const rows = Array.from({ length: 10_000 }, (_, at) => row(100_000 + at)).join('\n')
  expect(rows.length).toBeGreaterThan(1024 * 1024)
  const query = `SN=${sn}&type=tabledata&cmdid=415&tablename=user&count=10000&packcnt=1&packidx=1`
  expect((await ask('POST', `querydata?${query}`, rows)).text).toBe('user=10000')
  expect((await ask('POST', `cdata?SN=${sn}&table=rtlog`, rows)).status).toBe(413)
  expect((await status())?.strangers).toBe(10_000)
})

test('T16: it asks before it opens, and the books decide', async () => {
  const { sn } = await makeDevice(gym)
  const [ana, luis] = [await makeClient(gym), await makeClient(gym)]
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-15' })
  await ask('POST', `registry?SN=${sn}`, 'DeviceType=acc,LockCount=1')
  const asks = async (pin: string) => {
    const line = `time=2026-06-15 12:00:00\tpin=${pin}\tcardno=0\taddrtype=1\teventaddr=2\tevent=0\tinoutstatus=0\tverifytype=1`
    return (await ask('POST', `cdata?SN=${sn}&AuthType=device`, line)).text.replace(line, '…')
  }
  expect(await asks(pinOf(ana))).toBe('AUTH=SUCCESS\r\n…\r\nCONTROL DEVICE 01020105')
  for (const pin of [pinOf(luis), '0', 'A_7', '999999']) expect(await asks(pin)).toBe('AUTH=FAILED\r\n…')
})

test('access panel: an unregistered one is refused and keeps its users', async () => {
  const unknown = 'NADIE0001'
  const answer = async (method: string, target: string) =>
    (await ask(method, target.replace('?', `?SN=${unknown}&`))).status
  expect(await answer('GET', 'cdata?options=all&DeviceType=acc')).toBe(200)
  expect(await answer('POST', 'registry?')).toBe(406)
  for (const target of ['cdata?table=rtlog', 'cdata?table=tabledata&tablename=user', 'querydata?type=count'])
    expect(await answer('POST', target)).toBe(503)
  expect(
    await eventually(
      () => gym.admin.call('devices.unknown'),
      () => true,
    ),
  ).toBeDefined()
})
