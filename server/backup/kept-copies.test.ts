import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installationOf } from '../db/embedded/installation.ts'
import { dropFolder, newFolder } from '../testing/own-cluster.ts'
import { copiesIn, copiesToDrop, dropCopies, dropPartial, lastDue, nameOf, newestCopy, nextDue } from './kept-copies.ts'

const at = (text: string) => new Date(`${text}:00`)
const [ours, others] = ['0a1b2c3d', 'f9e8d7c6']
const copy = (text: string, installation = ours, sound = true) => ({
  name: nameOf(installation, at(text), sound),
  at: at(text),
  sound,
})

let folder: string
beforeEach(() => {
  folder = newFolder()
})
afterEach(() => dropFolder(folder))

const place = () => ({ folder, installation: ours })
const complain = (what: string, error: unknown) => {
  throw new Error(what, { cause: error })
}
const lay = (name: string, content = '.') => writeFileSync(join(folder, name), content)
const namesAt = async (now: string) => (await copiesIn(place(), at(now))).map(({ name }) => name)

test('a copy is called by whose it is and when it was begun, on the machine’s own clock', () => {
  expect(nameOf(ours, at('2026-03-05T03:30'))).toBe('torniquete-0a1b2c3d-2026-03-05-0330.copia')
  expect(copy('2026-03-05T03:30', ours, false).name).toBe('torniquete-0a1b2c3d-2026-03-05-0330-danada.copia')
})

test('an installation keeps its name, which is no other’s', () => {
  const [one, other] = ['one', 'other'].map((name) => join(folder, name))
  for (const each of [one, other]) mkdirSync(each ?? '')
  const name = installationOf(one ?? '')
  expect([name, installationOf(one ?? '')]).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/), name])
  expect(installationOf(other ?? '')).not.toBe(name)
  for (const cut of ['', name.slice(0, 5)]) {
    writeFileSync(join(one ?? '', 'installation'), cut)
    expect(installationOf(one ?? '')).toMatch(/^[0-9a-f]{8}$/)
  }
  expect(readdirSync(one ?? '')).toEqual(['installation'])
})

test('of two installations in one folder each sees, measures and drops its own', async () => {
  const [old, newer] = [copy('2026-11-22T03:30').name, copy('2026-11-23T03:30').name]
  const foreign = ['2026-11-22T03:30', '2026-11-24T03:30'].map((text) => copy(text, others).name)
  for (const name of [old, newer, ...foreign]) lay(name)
  const halves = [`${newer}.0f.partial`, `${foreign[0]}.0f.partial`]
  for (const name of halves) lay(name)
  const now = at('2026-11-25T12:00')
  expect(await namesAt('2026-11-25T12:00')).toEqual([newer, old])
  await dropPartial(place(), complain)
  await dropCopies(place(), '1,0,0', now, complain)
  expect(readdirSync(folder).sort()).toEqual([newer, ...foreign, halves[1]].sort())
  rmSync(join(folder, newer))
  expect(await newestCopy(place(), now)).toBeNull()
})

test('an old one that cannot be removed costs no other', async () => {
  const [stuck, old, newer] = ['20', '21', '22'].map((day) => copy(`2026-11-${day}T03:30`).name) as [
    string,
    string,
    string,
  ] // as many
  const half = `${newer}.0f.partial`
  for (const name of [stuck, half]) {
    mkdirSync(join(folder, name))
    lay(join(name, 'what makes it no file'))
  }
  for (const name of [old, newer]) lay(name)
  const told: string[] = []
  await dropPartial(place(), (what) => told.push(what))
  await dropCopies(place(), '1,0,0', at('2026-11-23T12:00'), (what) => told.push(what))
  expect(told).toEqual(['an old copy cannot be removed', 'an old copy cannot be removed'])
  expect(readdirSync(folder).sort()).toEqual([stuck, newer, half])
})

test('one of a day to come was named by a wrong clock, and an empty one is none', async () => {
  const [last, soon, ahead, empty] = [
    '2026-11-23T03:30',
    '2026-11-23T05:00',
    '2027-11-23T03:30',
    '2026-11-23T03:40',
  ].map((text) => copy(text).name)
  for (const name of [last, soon, ahead]) lay(name ?? '')
  lay(empty ?? '', '')
  expect(await namesAt('2026-11-23T04:00')).toEqual([soon, last])
  await dropCopies(place(), '1,0,0', at('2026-11-23T04:00'), complain)
  expect(readdirSync(folder).sort()).toEqual([soon, ahead, empty].sort())
})

test('where the disk’s clock is ahead, a copy is as old as its name', async () => {
  const { name } = copy('2026-11-23T03:30')
  lay(name)
  const disk = (text: string) => utimesSync(join(folder, name), at(text), at(text))
  const finished = async () => (await newestCopy(place(), at('2026-11-23T04:00')))?.at
  disk('2026-11-23T03:34')
  expect(await finished()).toEqual(at('2026-11-23T03:34'))
  disk('2027-11-23T03:34')
  expect(await finished()).toEqual(at('2026-11-23T03:30'))
})

test('a copy that was brought back later is no younger for it', async () => {
  const { name } = copy('2026-11-20T03:30')
  lay(name)
  utimesSync(join(folder, name), at('2026-11-23T03:34'), at('2026-11-23T03:34'))
  expect((await newestCopy(place(), at('2026-11-23T04:00')))?.at).toEqual(at('2026-11-21T03:30'))
})

test.each([
  ['2026-11-23T03:29', '2026-11-22T03:30'],
  ['2026-11-23T03:30', '2026-11-23T03:30'],
  ['2026-11-23T23:59', '2026-11-23T03:30'],
  ['2026-03-01T00:00', '2026-02-28T03:30'],
])('at %s the last was due at %s', (now, due) => {
  expect(lastDue('03:30', at(now))).toEqual(at(due))
})

test.each([
  ['2026-11-22T12:00', '2026-11-22T15:00', '2026-11-23T03:30'],
  ['2026-11-23T03:30', '2026-11-23T11:00', '2026-11-24T03:30'],
  ['2026-11-23T01:00', '2026-11-23T02:00', '2026-11-23T03:30'],
  ['2026-11-21T03:30', '2026-11-23T11:00', '2026-11-23T03:30'],
])('next copy after %s, asked at %s, is due at %s', (since, now, due) => {
  expect(nextDue('03:30', at(since), at(now))).toEqual(at(due))
})

test('of a year of nights 7 days, 4 weeks and 6 months stay, each with its newest', () => {
  const nights = Array.from({ length: 365 }, (_, ago) => {
    const night = at('2026-11-25T03:30')
    night.setDate(night.getDate() - ago)
    return { name: nameOf(ours, night), at: night, sound: true }
  })
  const gone = new Set(copiesToDrop(nights, '7,4,6'))
  const days = nights.filter((each) => !gone.has(each)).map(({ name }) => name.slice(20, 30))
  expect(days).toEqual([
    '2026-11-25',
    '2026-11-24',
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    // Sundays, the newest of their weeks.
    '2026-11-15',
    '2026-11-08',
    // The last of their months.
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
  ])
})

test('of several of one day the newest stays, and after a long rest the old ones do', () => {
  const copies = ['2026-11-25T03:30', '2026-11-25T02:00', '2025-01-02T03:30', '2025-01-01T03:30'].map((text) =>
    copy(text),
  )
  expect(copiesToDrop(copies, '7,4,6').map(({ name }) => name)).toEqual([copy('2026-11-25T02:00').name])
  expect(copiesToDrop(copies, '1,0,0').length).toBe(3)
})

test('while a disk fails no sound copy goes, however many nights it takes; after it the damaged ones do', async () => {
  const sound = ['2026-10-30T03:30', '2026-10-31T03:30'].map((text) => copy(text).name)
  for (const name of sound) lay(name)
  const night = at('2026-11-01T03:30')
  for (let turn = 0; turn < 40; turn++) {
    lay(nameOf(ours, night, false))
    await dropCopies(place(), '2,0,0', night, complain)
    night.setDate(night.getDate() + 1)
  }
  const damaged = ['2026-12-09T03:30', '2026-12-10T03:30'].map((text) => copy(text, ours, false).name)
  expect(readdirSync(folder).sort()).toEqual([...sound, ...damaged])
  expect(await newestCopy(place(), night)).toMatchObject({ sound: false })
  const { name } = copy('2026-12-11T03:30')
  lay(name)
  await dropCopies(place(), '2,0,0', at('2026-12-11T03:40'), complain)
  expect(readdirSync(folder).sort()).toEqual([sound[1], name])
  expect(await newestCopy(place(), at('2026-12-11T03:40'))).toMatchObject({ sound: true })
})

test('of two of the same minute the damaged one counts as the newer: so the other stays', () => {
  const both = [copy('2026-11-01T01:30'), copy('2026-11-01T01:30', ours, false)]
  for (const copies of [both, both.toReversed()]) expect(copiesToDrop(copies, '1,0,0')).toEqual([])
})
