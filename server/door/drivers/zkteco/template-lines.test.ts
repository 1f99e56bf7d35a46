// Tests parsing and formatting of every form of finger and face templates. Parsing never throws.
import { expect, test } from 'vitest'
import { formatAccessCommand } from './access-commands.ts'
import {
  formatAccessEnrolment,
  formatAccessTemplateQuery,
  formatAccessTemplateUpdate,
  formatEnrolment,
  formatTemplateQuery,
  formatTemplateUpdate,
  parseTemplates,
} from './template-lines.ts'

const text = 'TEVTVA=='
const content = Buffer.from(text, 'base64')
const template = { type: 1, number: 6, part: 0, major: null, minor: 0, format: 0, duress: false, content }

test.each([
  ['OPERLOG', `FP PIN=4\tFID=6\tSize=8\tValid=1\tTMP=${text}`, {}],
  ['FINGERTMP', `PIN=4\tFID=6\tSize=8\tValid=1\tTMP=${text}`, {}],
  ['OPERLOG', `FP PIN=4\tFID=22\tSize=8\tValid=3\tTMP=${text}`, { duress: true }],
  ['OPERLOG', `FACE PIN=4\tFID=11\tSIZE=8\tVALID=1\tTMP=${text}`, { type: 2, number: 0, part: 11 }],
  ['OPERLOG', `FVEIN Pin=4\tFID=3\tIndex=2\tSize=8\tValid=1\tTmp=${text}`, { type: 7, number: 3, part: 2 }],
  [
    'BIODATA',
    `BIODATA Pin=4\tNo=0\tIndex=0\tValid=1\tDuress=0\tType=9\tMajorVer=58\tMinorVer=3\tFormat=0\tTmp=${text}`,
    { type: 9, number: 0, major: 58, minor: 3 },
  ],
  [
    'OPERLOG',
    `BIOPHOTO PIN=4\tFileName=4.jpg\tType=9\tNo=0\tIndex=0\tSize=8\tContent=${text}`,
    { type: 0, number: 0, major: 0 },
  ],
  ['templatev10', `templatev10 size=8\tuid=4\tpin=4\tfingerid=6\tvalid=1\ttemplate=${text}\tresverd=\tendtag=`, {}],
  [
    'biodata',
    `biodata pin=4\tno=1\tindex=2\tvalid=1\tduress=1\ttype=8\tmajorver=12\tminorver=0\tformat=0\ttmp=${text}`,
    { type: 8, number: 1, part: 2, major: 12, duress: true },
  ],
  ['biophoto', `biophoto pin=4\tfilename=4.jpg\ttype=9\tsize=8\tcontent=${text}`, { type: 0, number: 0, major: 0 }],
] as const)('parseTemplates: parses table %s, line %s', (table, line, said) => {
  expect(parseTemplates(`${line}\r\n`, table)).toEqual([{ ...template, pin: '4', ...said }])
})

test.each([
  `FP PIN=4\tFID=6`,
  `FP PIN=4\tFID=6\tValid=0\tTMP=${text}`,
  `FP PIN=4\tFID=6\tValid=1\tTMP=TEV`,
  `FP PIN=4\tFID=6\tValid=1\tTMP=not base64!`,
  `FP PIN=4\tFID=12\tValid=1\tTMP=${text}`,
  `FP PIN=\tFID=6\tValid=1\tTMP=${text}`,
  `BIODATA Pin=4\tNo=0\tIndex=0\tValid=1\tType=5\tTmp=${text}`,
  `BIODATA Pin=4\tNo=0\tIndex=0\tValid=1\tType=9\tMajorVer=-3\tTmp=${text}`,
  `BIOPHOTO PIN=4\tType=1\tContent=${text}`,
  `USERPIC PIN=4\tFileName=4.jpg\tContent=${text}`,
  `OPLOG 6\t0\t2026-06-15 12:00:00\t4\t6\t0\t0`,
  `USER PIN=4\tName=Tmp=${text}`,
])('parseTemplates: rejects %s', (line) => {
  expect(parseTemplates(line, 'OPERLOG')).toEqual([])
})

test('template commands: have the documented form in both dialects', () => {
  const finger = { ...template, major: 10 }
  const face = { ...finger, type: 9, number: 0, major: 58, minor: 3 }
  const photo = { ...face, type: 0, major: 0 }
  expect(formatTemplateUpdate(4, finger)).toBe(`DATA UPDATE FINGERTMP PIN=4\tFID=6\tSize=8\tValid=1\tTMP=${text}`)
  expect(formatTemplateUpdate(4, { ...finger, duress: true })).toContain('Valid=3')
  const biodata = `Pin=4\tNo=0\tIndex=0\tValid=1\tDuress=0\tType=9\tMajorVer=58\tMinorVer=3\tFormat=0\tTmp=${text}`
  expect(formatTemplateUpdate(4, face)).toBe(`DATA UPDATE BIODATA ${biodata}`)
  const bioPhoto = `PIN=4\tType=9\tSize=8\tContent=${text}\tFormat=0\tPostBackTmpFlag=1`
  expect(formatTemplateUpdate(4, photo)).toBe(`DATA UPDATE BIOPHOTO ${bioPhoto}`)
  expect([formatTemplateQuery(4, 1), formatTemplateQuery(4, 9)]).toEqual([
    'DATA QUERY FINGERTMP PIN=4',
    'DATA QUERY BIODATA Type=9\tPIN=4',
  ])
  expect([formatEnrolment(4, 1, 6), formatEnrolment(4, 9, 0)]).toEqual([
    'ENROLL_FP PIN=4\tFID=6\tRETRY=3\tOVERWRITE=1',
    'ENROLL_BIO TYPE=9\tPIN=4\tCardNo=\tRETRY=3\tOVERWRITE=1',
  ])
  expect(formatAccessTemplateUpdate(4, finger)).toBe(
    `DATA UPDATE templatev10 Pin=4\tFingerID=6\tValid=1\tTemplate=${text}`,
  )
  expect(formatAccessTemplateUpdate(4, face)).toBe(`DATA UPDATE biodata ${biodata}`)
  expect(formatAccessTemplateUpdate(4, photo)).toBe(`DATA UPDATE biophoto ${bioPhoto}`)
  expect([formatAccessTemplateQuery(4, 1), formatAccessTemplateQuery(4, 9)]).toEqual([
    'DATA QUERY tablename=templatev10,fielddesc=*,filter=Pin=4',
    'DATA QUERY tablename=biodata,fielddesc=*,filter=Type=9\tPin=4',
  ])
  // Item T16 of the traffic notes (traffic.md) documents this command.
  expect(formatAccessEnrolment(1, 9, 0)).toBe('ENROLL_BIO type=9\tno=0\tpin=1\tretry=3\toverwrite=1')
  const facts = { doors: 1, usesPackedDates: false, requiresUnitId: false, language: 97 }
  expect(formatAccessCommand({ id: 71, kind: 'read', pin: 4, type: 1 }, facts)).toEqual([
    { id: '1z', text: 'DATA QUERY tablename=templatev10,fielddesc=*,filter=Pin=4' },
  ])
})
