import { expect, test } from 'vitest'
import { parseTerminalOptions } from './terminal-options.ts'

const recorded =
  '~DeviceName=MB360/ID,MAC=00:17:61:10:79:9f,TransactionCount=128,~MaxAttLogCount=10,UserCount=143,~MaxUserCount=20,PhotoFunOn=1,~MaxUserPhotoCount=2000,FingerFunOn=1,FPVersion=10,~MaxFingerCount=20,FPCount=1,FaceFunOn=1,FaceVersion=7,~MaxFaceCount=1500,FaceCount=141,FvFunOn=0,FvVersion=3,~MaxFvCount=10,FvCount=0,PvFunOn=0,PvVersion=5,~MaxPvCount=,PvCount=0,Language=69,IPAddress=172.16.12.182,~Platform=ZMM220_TFT,~OEMVendor= ZKTeco Inc. ,FWVersion=Ver 8.0.4.2-I113-02,PushVersion=Ver 2.0.36-20180926,RegDeviceType=,BioPhotoFun=,BioDataFun=,~LockFunOn=15'

test("traffic T6: parseOptions parses a terminal's description", () => {
  const options = parseTerminalOptions(recorded)
  expect(options.size).toBe(34)
  expect(Object.fromEntries(options)).toMatchObject({
    '~DeviceName': 'MB360/ID',
    '~MaxPvCount': '',
    '~OEMVendor': 'ZKTeco Inc.',
    FWVersion: 'Ver 8.0.4.2-I113-02',
    UserCount: '143',
    '~LockFunOn': '15',
  })
})

test('parseOptions: values may contain commas and equals signs', () => {
  expect([...parseTerminalOptions('~OEMVendor=A, B, Inc.,Key=a=b,c,Last=')]).toEqual([
    ['~OEMVendor', 'A, B, Inc.'],
    ['Key', 'a=b,c'],
    ['Last', ''],
  ])
  expect(parseTerminalOptions('').size).toBe(0)
})
