// Replays traffic of the access dialect, captured from terminals and from the vendor's manual (traffic.md), and forged
// calls. Answers are compared byte for byte.
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import { expect, test } from 'vitest'
import { app, gym, makeMember, port, readTerminalStatus, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makeUser } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  recordCommands,
  toPin,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

/** Every captured terminal sends this user agent. */
const agent = (accepts: string) => [
  'Host: 192.168.213.17:8088',
  'User-Agent: iClock Proxy/1.09',
  'Connection: starting',
  'Accept: application/push',
  'Accept-Charset: UTF-8',
  `Accept-Language: ${accepts}`,
]
const headers = [
  ...agent('zh-CN'),
  'Cookie: token=50104b7ee71d8bb2ea10d8f1736b1bf8',
  'Content-Type: application/push; charset=UTF-8',
  'Content-Language: zh-CN',
]
const say = async (method: string, target: string, body = '', by = headers) => {
  const {
    status,
    text,
    headers: told,
  } = await exchangeBytes(port, makeRequestBytes(method, `/iclock/${target}`, body, by))
  expect([status, told.get('content-type'), told.get('content-length'), told.get('connection')]).toEqual([
    200,
    'text/plain',
    String(Buffer.byteLength(text)),
    'close',
  ])
  return text
}

test('traffic T8: BioFace A1 registers and gets its fourteen configuration lines', async () => {
  const { sn } = await makeDevice(gym, { sn: 'VGU6254600603', delay: 10 })
  const handshake = `cdata?SN=${sn}&options=all&pushver=3.1.2&DeviceType=acc&PushOptionsFlag=1`
  expect(await say('GET', handshake)).toBe('OK')
  const body =
    'DeviceType=acc,~DeviceName=BioFace A1,FirmVer=Ver 8.0.1.3-20151229,PushVersion=Ver 2.0.22-20161201,CommType=ethernet,MaxPackageSize=2048000,LockCount=1,MachineType=101,FaceFunOn=1,FingerFunOn=1,MultiBioDataSupport=0:0:0:0:0:0:0:0:1:1,authKey=dassas'
  const code = await say('POST', `registry?SN=${sn}`, body)
  expect(code).toMatch(/^RegistryCode=[0-9a-f]{32}$/)
  expect((await say('GET', handshake)).replace(/SessionID=[0-9A-F]{32}/, 'SessionID=…')).toBe(
    `registry=ok\n${code}\nServerVersion=3.1.2\nServerName=ADMS\nPushProtVer=3.1.2\nPushVersion=3.1.2\nErrorDelay=30\nRequestDelay=10\nTransTimes=00:00;14:05\nTransInterval=1\nTransTables=User Transaction\nRealtime=1\nSessionID=…\nTimeoutSec=10`,
  )
  expect(await readTerminalStatus()).toMatchObject({ model: 'BioFace A1', dialect: 'access' })
})

test('traffic T4, T10: F20/M gets OK, then a registry code and the configuration', async () => {
  const { sn } = await makeDevice(gym, { sn: '3383154200002', delay: 2 })
  const first = agent('zh-CN')
  expect(await say('GET', `cdata?SN=${sn}&pushver=3.0.1&options=all`, '', first)).toBe('OK')
  // Item T16 of traffic.md shows the same call with another Accept-Language.
  expect(await say('GET', `cdata?SN=${sn}&pushver=3.0.1&options=all`, '', agent('VoicePrint-CN'))).toBe('OK')
  const body =
    'DeviceType=acc,~DeviceName=F20/M,FirmVer=Ver 8.0.1.3-20151229,PushVersion=Ver 2.0.22-20161201,CommType=ethernet,MaxPackageSize=2048000,LockCount=1,ReaderCount=2,AuxInCount=0,AuxOutCount=0,MachineType=101,~IsOnlyRFMachine=0,~MaxUserCount=50,~MaxAttLogCount=10,~MaxUserFingerCount=10,MThreshold=60,IPAddress=192.168.213.221,NetMask=255.255.255.0,GATEIPAddress=192.168.213.1,~ZKFPVersion=10,IclockSvrFun=1,OverallAntiFunOn=0,~REXInputFunOn=0,~CardFormatFunOn=0,~SupAuthrizeFunOn=0,~ReaderCFGFunOn=0,~ReaderLinkageFunOn=0,~RelayStateFunOn=1,~Ext485ReaderFunOn=0,~TimeAPBFunOn=0,~CtlAllRelayFunOn=0,~LossCardFunOn=0,SimpleEventType=1,VerifyStyles=ff7f0000,EventTypes=BF0FE03D3000010000000000700000000000000000000000077002001000000,DisableUserFunOn=0,DeleteAndFunOn=0,LogIDFunOn=0,DateFmtFunOn=0,DelAllLossCardFunOn=0,AutoClearDay=0,FirstDelayDay=0,DelayDay=0,StopAllVerify=0,FvFunOn=0,FaceFunOn=0,FingerFunOn=1,CameraOpen=1,AccSupportFunList=0101010000111000000111010100011010,AutoServerFunOn=1,DelayOpenDoorFunOn=1,UserOpenDoorDelayFunOn=1,MultiCardInterTimeFunOn=1,OutRelaySetFunOn=1,MachineTZFunOn=1,DSTFunOn=1,CardSiteCodeFunOn=1,MulCardUserFunOn=1,IDCardFunOn=1,StringPinFunOn=1,MaxLockCount=4,MaxZigbeeCount=3,MaxMCUCardBits=37,SupportReaderType=1,authKey=dassas'
  expect(await say('POST', `registry?SN=${sn}`, body)).toMatch(/^RegistryCode=[0-9a-f]{32}$/)
  expect(await say('POST', `push?SN=${sn}`)).toMatch(
    /^ServerVersion=3\.1\.2\nServerName=ADMS\n(?:\w+=[^\n]+\n)+RequestDelay=2\n(?:\w+=[^\n]+\n)+TimeoutSec=10$/,
  )
  expect(await say('GET', `ping?SN=${sn}`, '', ['Cookie: token=cb386eb5f8219329db63356fb262ddff', ...first])).toBe('OK')
  expect(await readTerminalStatus()).toMatchObject({ model: 'F20/M', doors: 1 })
})

/** Sends a request with the connection and accept headers of a real terminal. */
const ask = async (method: string, target: string, body = '', headers: string[] = []) =>
  exchangeBytes(port, makeRequestBytes(method, `/iclock/${target}`, body, ['Connection: starting', ...headers]))

test('captured access traffic T12, T16: uploads of all tables get the documented answers', async () => {
  const { sn } = await makeDevice(gym)
  await ask('POST', `registry?SN=${sn}`, 'DeviceType=acc,LockCount=1')
  const user = (pin: number) =>
    `user uid=${pin}\tcardno=\tpin=${pin}\tpassword=\tgroup=1\tstarttime=0\tendtime=0\tname=\tprivilege=0\tdisable=0\tverify=0`
  const transaction =
    'transaction cardno=0\tpin=0\tverified=200\tdoorid=1\teventtype=100\tinoutstate=2\ttime_second=548003688\tindex=92'
  const rtlog =
    'time=2017-01-10 11:49:32\tpin=0\tcardno=0\teventaddr=1\tevent=27\tinoutstatus=1\tverifytype=0\tindex=21'
  const pack = 'count=1&packcnt=1&packidx=1'
  for (const [target, body, answer] of [
    ['cdata?table=options', '~DeviceName=ProBio,UserCount=7,~OEMVendor=ZKTeco Inc.,FWVersion=Ver 8', 'OK'],
    ['cdata?table=rtlog', `${rtlog}\r\n\0`, 'OK'],
    ['cdata?table=rtstate', 'time=2017-01-10 15:42:40\tsensor=00\trelay=00\talarm=0200000000000000\r\n', 'OK'],
    ['devicecmd?', 'ID=1&Return=0&CMD=DATA UPDATE\r\n', 'OK'],
    ['devicecmd?', 'ID=415&return=3&CMD=DATA QUERY\r\n\0', 'OK'],
    ['cdata?table=tabledata&tablename=user&count=1', `${user(4)}\r\n`, 'user=1'],
    [`querydata?type=tabledata&cmdid=415&tablename=user&${pack}`, [1, 2, 3].map(user).join('\n'), 'user=3'],
    [`querydata?type=count&cmdid=288&tablename=user&${pack}`, 'user=5', 'OK'],
    [`querydata?type=options&cmdid=408&tablename=options&${pack}`, 'LockCount=1', 'options=1'],
    ['cdata?table=tabledata&tablename=templatev10&count=1', 'templatev10 pin=1\ttemplate=x', 'templatev10=1'],
    ['cdata?table=tabledata&tablename=biophoto&count=1', 'biophoto pin=1\tcontent=\n\nAAAA\n', 'biophoto=1'],
    [`querydata?type=tabledata&cmdid=415&tablename=transaction&${pack}`, transaction, 'transaction=1'],
    ['ping?', '', 'OK'],
  ] as const) {
    const { status, text } = await ask('POST', target.replace('?', `?SN=${sn}&`), body)
    expect([target, status, text]).toEqual([target, 200, answer])
  }
  expect((await gym.admin.call('attendances.list')).total).toBe(0)
  app.clock.set('2018-02-22T06:36:30Z')
  expect((await ask('GET', `rtdata?SN=${sn}&type=time`)).text).toBe('DateTime=583050990,ServerTZ=-0400')
})

test('access dialect: a body with 10,000 users is accepted, but other bodies are limited in size', async () => {
  const { sn } = await makeDevice(gym)
  await ask('POST', `registry?SN=${sn}`, 'DeviceType=acc,LockCount=1')
  const row = (pin: number) =>
    `user uid=${pin}\tcardno=\tpin=${pin}\tpassword=\tgroup=1\tstarttime=0\tendtime=0\tname=Socia de ${pin}\tprivilege=0\tdisable=0\tverify=0`
  const rows = Array.from({ length: 10_000 }, (_, at) => row(100_000 + at)).join('\n')
  expect(rows.length).toBeGreaterThan(1024 * 1024)
  const query = `SN=${sn}&type=tabledata&cmdid=415&tablename=user&count=10000&packcnt=1&packidx=1`
  expect((await ask('POST', `querydata?${query}`, rows)).text).toBe('user=10000')
  expect((await ask('POST', `cdata?SN=${sn}&table=rtlog`, rows)).status).toBe(413)
  expect((await readTerminalStatus())?.strangers).toBe(10_000)
})

test('traffic T16: background verification opens only for a person with a right', async () => {
  const { sn } = await makeDevice(gym)
  const [ana, luis] = [await makeMember(), await makeClient(gym)]
  await ask('POST', `registry?SN=${sn}`, 'DeviceType=acc,LockCount=1')
  const asks = async (pin: string) => {
    const line = `time=2026-06-15 12:00:00\tpin=${pin}\tcardno=0\taddrtype=1\teventaddr=2\tevent=0\tinoutstatus=0\tverifytype=1`
    return (await ask('POST', `cdata?SN=${sn}&AuthType=device`, line)).text.replace(line, '…')
  }
  expect(await asks(toPin(ana))).toBe('AUTH=SUCCESS\r\n…\r\nCONTROL DEVICE 01020105')
  for (const pin of [toPin(luis), '0', 'A_7', '999999']) expect(await asks(pin)).toBe('AUTH=FAILED\r\n…')
})

test('access panel: an unregistered panel is refused and keeps its records', async () => {
  const unknown = 'NADIE0001'
  const answer = async (method: string, target: string) =>
    (await ask(method, target.replace('?', `?SN=${unknown}&`))).status
  expect(await answer('GET', 'cdata?options=all&DeviceType=acc')).toBe(200)
  expect(await answer('POST', 'registry?')).toBe(406)
  for (const target of ['cdata?table=rtlog', 'cdata?table=tabledata&tablename=user', 'querydata?type=count'])
    expect(await answer('POST', target)).toBe(503)
})

const access = { firmware: { dialect: 'access', deviceName: 'SenseFace 4A' } } as const

/** Makes a member and staff on two terminals. Forged calls use the serial number of the second one, `copied`. */
async function makeScene() {
  const { terminal } = await makeRegisteredTerminal(gym, port, {}, access)
  const { terminal: copied, device } = await makeRegisteredTerminal(gym, port, {}, access)
  const ana = await makeMember({ name: 'Ana' })
  const worker = await makeUser(gym, 'gym_worker')
  for (const each of [terminal, copied]) await waitUntilInSync(each)
  const forge = async (method: string, target: string, body = '') =>
    (await exchangeBytes(port, makeRequestBytes(method, `/iclock/${target.replace('?', `?SN=${device.sn}&`)}`, body)))
      .text
  return { terminal, copied, device, ana, worker, forge }
}

const heldBy = (terminal: Terminal, pin: string) => {
  const { card, pri, name } = terminal.users.get(pin) ?? {}
  return { card, pri, name }
}

test('forged user rows: change no card and no right at any terminal', async () => {
  const { terminal, copied, device, ana, worker, forge } = await makeScene()
  const before = [toPin(ana), toPin(worker)].map((pin) => heldBy(terminal, pin))
  const rows = [toPin(ana), toPin(worker)]
    .map((pin) => `user uid=1\tcardno=9932${pin}\tpin=${pin}\tpassword=1\tgroup=1\tname=Otro\tprivilege=14\tdisable=0`)
    .join('\r\n')
  expect(await forge('POST', 'cdata?table=tabledata&tablename=user&count=2', rows)).toBe('user=2')
  await forge('POST', 'cdata?table=tabledata&tablename=userauthorize&count=1', `userauthorize pin=${toPin(ana)}`)
  for (const each of [terminal, copied]) await waitUntilInSync(each)
  expect((await gym.admin.call('clients.read', { params: { id_client: ana.id } })).card_number).toBeNull()
  expect([toPin(ana), toPin(worker)].map((pin) => heldBy(terminal, pin))).toEqual(before)
  // Proposals are made only for rights of staff and cards of clients.
  const asked = await gym.admin.call('devices.people', { params: { id_device: device.id } })
  expect(asked.map(({ kind, pin }) => `${kind} ${pin}`)).not.toContain(`privilege ${toPin(ana)}`)
  expect(asked.map(({ kind }) => kind)).toContain('card')
})

test('forged user count or registration: not answered with the list of members', async () => {
  const { copied, ana, forge } = await makeScene()
  const said = [
    await forge('POST', 'cdata?table=options', '~DeviceName=SenseFace 4A,UserCount=0'),
    await forge('GET', 'getrequest?'),
    await forge('POST', 'registry?', 'DeviceType=acc,~DeviceName=SenseFace 4A,LockCount=1,UserCount=0'),
    await forge('POST', 'push?'),
    await forge('GET', 'getrequest?'),
    await forge('POST', 'querydata?type=count&cmdid=1&tablename=user&count=1&packcnt=1&packidx=1', 'user=0'),
    await forge('GET', 'getrequest?'),
  ].join('\n')
  expect(said).not.toContain('Ana')
  expect(said).not.toMatch(/DATA UPDATE user /)
  // The real terminal with this serial number still works.
  const told = recordCommands(copied)
  await waitUntilInSync(copied)
  expect(heldBy(copied, toPin(ana)).name).toBe('Ana')
  expect(told.filter((text) => text.startsWith('DATA DELETE'))).toEqual([])
})

test('forged result with a future command id: the terminal still gets that command', async () => {
  const { copied, ana, forge } = await makeScene()
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { is_active: false } })
  const guesses = Array.from({ length: 3000 }, (_, id) =>
    ['', 'A', 'B'].map((part) => `ID=${id.toString(36)}${part}&Return=0&CMD=DATA`).join('\n'),
  )
  expect(await forge('POST', 'devicecmd?', guesses.join('\n'))).toBe('OK')
  await waitUntilInSync(copied)
  expect(copied.punch(toPin(ana)).opened).toBe(false)
})
