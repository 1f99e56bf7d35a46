// Known behaviour of some terminal families (table in field report §Q2 and the reports that it cites).

import type { Firmware } from './firmware.ts'
import type { Faults } from './terminal-faults.ts'

export type TerminalFamily = 'senseface' | 'f22' | 'f18' | 'aiface' | 'mb360' | 'old-zem'

/** Options to spread into those of a terminal. */
type FamilyOptions = {
  firmware: Partial<Firmware>
  faults: Partial<Faults>
  pushver?: string | null
  language?: number
}

export const terminalFamilyOptions: Readonly<Record<TerminalFamily, FamilyOptions>> = {
  // Android attendance firmware (protocol T9): enforces a user record’s Verify, and its days if that option is on.
  senseface: {
    firmware: {
      deviceName: 'SenseFace 2A',
      platform: 'ZAM70_TFT',
      version: 'Ver 8.0.4.7-20230510',
      obeys: { verify: true, validity: true },
      needsTemplates: true,
      readerObeysVerify: false,
      capacity: 3000,
    },
    faults: { keepAlive: true, reportsPuts: true, opStamp: true },
  },
  // ZLM60: group 2 blocks; a bare OK ends a batch; CONTROL DEVICE returns 0 without effect (field report A4, B1, B4).
  f22: {
    firmware: {
      deviceName: 'F22/ID',
      platform: 'ZLM60_TFT',
      version: 'Ver 8.0.3.5-20190601',
      obeys: { groups: [1] },
      needsTemplates: true,
      capacity: 3000,
      countsHundreds: true,
      stamps: 'own',
      deadBattery: true,
      unlock: 'acknowledges',
      controlDevice: 'acknowledges',
    },
    faults: { acceptedForm: 'OK' },
  },
  // The access dialect: a right names doors, its last day is enforced; bodies end in CR LF (protocol §11, T10, T12).
  f18: {
    firmware: {
      dialect: 'access',
      deviceName: 'F18',
      platform: 'ZMM220_TFT',
      version: 'Ver 8.0.1.3-20151229',
      needsTemplates: true,
      capacity: 3000,
      countsHundreds: true,
    },
    faults: { crlf: true },
  },
  // ZAM180-NF50VA 3.4.10: only groups block; dates are stored but not enforced; an idle terminal polls every 30 s;
  // enrolments are reported by OPLOG only.
  aiface: {
    firmware: {
      deviceName: 'AiFace',
      platform: 'ZAM180_TFT',
      version: 'ZAM180-NF50VA-Ver3.4.10',
      obeys: { groups: [1] },
      holdsDates: true,
      needsTemplates: true,
      capacity: 3000,
      idlePollSeconds: 30,
    },
    faults: { aspx: true, operationsOnly: true },
  },
  // ZMM220: groups have no effect, effects of methods are unknown; the account's switch blocks (field report §Q2).
  mb360: {
    firmware: {
      deviceName: 'MB360/ID',
      platform: 'ZMM220_TFT',
      version: 'Ver 8.0.4.3-20190312',
      obeys: { enable: true },
      needsTemplates: true,
      capacity: 2000,
      countsHundreds: true,
    },
    faults: { opStamp: true },
  },
  // Black-and-white ZEM in the US dialect: VerifyMode, no dates, no queries, stamps of its own, HTTP/1.0.
  'old-zem': {
    firmware: {
      deviceName: 'K14',
      platform: 'ZEM510_TFT',
      version: 'Ver 6.60 Apr 28 2010',
      verifyKey: 'VerifyMode',
      validTimeCode: -1,
      needsTemplates: true,
      capacity: 1000,
      fullCode: -5,
      countsHundreds: true,
      stamps: 'own',
      queryAnswer: 'refused',
      deadBattery: true,
      commandMs: 200,
    },
    faults: { http10: true, noContentType: true, serialNumberInResults: true, opStamp: true },
    pushver: null,
    language: 69,
  },
}
