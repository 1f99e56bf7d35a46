// Captures of the access dialect (traffic.md) whole, with the headers that they came with, answered byte for byte.
import { expect, test } from 'vitest'
import { gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeDevice } from '../testing/factories.ts'
import { exchange, requestText } from '../testing/terminals.ts'

startDoorApp()

/** User agent of all captured terminals. */
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
  const { status, text, headers: told } = await exchange(port, requestText(method, `/iclock/${target}`, body, by))
  expect([status, told.get('content-type'), told.get('content-length'), told.get('connection')]).toEqual([
    200,
    'text/plain',
    String(Buffer.byteLength(text)),
    'close',
  ])
  return text
}

test('T8: BioFace A1 registers, and is told the fourteen lines by which it works', async () => {
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
  expect((await gym.admin.call('devices.status'))[0]).toMatchObject({ model: 'BioFace A1', dialect: 'access' })
})

test('T4, T10: F20/M before it is registered, its registry, and what it is pushed', async () => {
  const { sn } = await makeDevice(gym, { sn: '3383154200002', delay: 2 })
  const first = agent('zh-CN')
  expect(await say('GET', `cdata?SN=${sn}&pushver=3.0.1&options=all`, '', first)).toBe('OK')
  // T16: the same of a later document, by its own language.
  expect(await say('GET', `cdata?SN=${sn}&pushver=3.0.1&options=all`, '', agent('VoicePrint-CN'))).toBe('OK')
  const body =
    'DeviceType=acc,~DeviceName=F20/M,FirmVer=Ver 8.0.1.3-20151229,PushVersion=Ver 2.0.22-20161201,CommType=ethernet,MaxPackageSize=2048000,LockCount=1,ReaderCount=2,AuxInCount=0,AuxOutCount=0,MachineType=101,~IsOnlyRFMachine=0,~MaxUserCount=50,~MaxAttLogCount=10,~MaxUserFingerCount=10,MThreshold=60,IPAddress=192.168.213.221,NetMask=255.255.255.0,GATEIPAddress=192.168.213.1,~ZKFPVersion=10,IclockSvrFun=1,OverallAntiFunOn=0,~REXInputFunOn=0,~CardFormatFunOn=0,~SupAuthrizeFunOn=0,~ReaderCFGFunOn=0,~ReaderLinkageFunOn=0,~RelayStateFunOn=1,~Ext485ReaderFunOn=0,~TimeAPBFunOn=0,~CtlAllRelayFunOn=0,~LossCardFunOn=0,SimpleEventType=1,VerifyStyles=ff7f0000,EventTypes=BF0FE03D3000010000000000700000000000000000000000077002001000000,DisableUserFunOn=0,DeleteAndFunOn=0,LogIDFunOn=0,DateFmtFunOn=0,DelAllLossCardFunOn=0,AutoClearDay=0,FirstDelayDay=0,DelayDay=0,StopAllVerify=0,FvFunOn=0,FaceFunOn=0,FingerFunOn=1,CameraOpen=1,AccSupportFunList=0101010000111000000111010100011010,AutoServerFunOn=1,DelayOpenDoorFunOn=1,UserOpenDoorDelayFunOn=1,MultiCardInterTimeFunOn=1,OutRelaySetFunOn=1,MachineTZFunOn=1,DSTFunOn=1,CardSiteCodeFunOn=1,MulCardUserFunOn=1,IDCardFunOn=1,StringPinFunOn=1,MaxLockCount=4,MaxZigbeeCount=3,MaxMCUCardBits=37,SupportReaderType=1,authKey=dassas'
  expect(await say('POST', `registry?SN=${sn}`, body)).toMatch(/^RegistryCode=[0-9a-f]{32}$/)
  expect(await say('POST', `push?SN=${sn}`)).toMatch(
    /^ServerVersion=3\.1\.2\nServerName=ADMS\n(?:\w+=[^\n]+\n)+RequestDelay=2\n(?:\w+=[^\n]+\n)+TimeoutSec=10$/,
  )
  expect(await say('GET', `ping?SN=${sn}`, '', ['Cookie: token=cb386eb5f8219329db63356fb262ddff', ...first])).toBe('OK')
  expect((await gym.admin.call('devices.status'))[0]).toMatchObject({ model: 'F20/M', doors: 1 })
})

test('T12: ProBio describes itself', async () => {
  const { sn } = await makeDevice(gym, { sn: 'AJI6181160001' })
  await say('POST', `registry?SN=${sn}`, 'DeviceType=acc,LockCount=1')
  const body =
    '~DeviceName=ProBio,MAC=00:17:61:11:ad:4f,TransactionCount=23,~MaxAttLogCount=10,UserCount=7,~MaxUserCount=100,PhotoFunOn=1,~MaxUserPhotoCount=3000,FingerFunOn=1,FPVersion=10,~MaxFingerCount=40,FPCount=4,FaceFunOn=1,FaceVersion=7,~MaxFaceCount=2000,FaceCount=3,FvFunOn=0,FvVersion=3,~MaxFvCount=10,FvCount=0,PvFunOn=0,PvVersion=5,~MaxPvCount=,PvCount=0,Language=69,IPAddress=192.168.52.71,~Platform=ZMM220_TFT,~OEMVendor= ZKTeco Inc.,FWVersion=Ver 8.0.4.1-20180102,PushVersion=Ver 2.0.34-20180822'
  expect(await say('POST', `cdata?SN=${sn}&table=options`, body)).toBe('OK')
  expect((await gym.admin.call('devices.status'))[0]).toMatchObject({
    model: 'ProBio',
    firmware: 'Ver 8.0.4.1-20180102',
  })
})

test.each([
  ['ID=1&Return=0&CMD=DATA UPDATE'],
  ['ID=415&return=3&CMD=DATA QUERY'],
  ['ID=224&return=0&CMD=CONTROL DEVICE'],
  ['ID=500&Return=0&CMD=DATA'],
  ['ID=288&Return=0&CMD=DATA COUNT'],
  ['ID=408&Return=0&CMD=GET OPTIONS'],
  ['ID=395&return=0&CMD=ENROLL_BIO'],
])('T12, T16: the result %s', async (line) => {
  const { sn } = await makeDevice(gym)
  await say('POST', `registry?SN=${sn}`, 'DeviceType=acc,LockCount=1')
  for (const end of ['', '\r\n\0']) expect(await say('POST', `devicecmd?SN=${sn}`, `${line}${end}`)).toBe('OK')
})

test('T16: rows of its table of events, asked for or new', async () => {
  const { sn } = await makeDevice(gym)
  await say('POST', `registry?SN=${sn}`, 'DeviceType=acc,LockCount=1')
  const row =
    'transaction cardno=0\tpin=0\tverified=200\tdoorid=1\teventtype=100\tinoutstate=2\ttime_second=548003688\tindex=92\tsitecode=0\tdevid=1\tsn=3383154200002'
  const query = `SN=${sn}&type=tabledata&cmdid=415&tablename=transaction&count=1&packcnt=1&packidx=1`
  expect(await say('POST', `querydata?${query}`, row)).toBe('transaction=1')
  expect(await say('POST', `cdata?SN=${sn}&table=tabledata&tablename=transaction&count=1`, row)).toBe('transaction=1')
  expect((await gym.admin.call('attendances.list')).total).toBe(0)
})
