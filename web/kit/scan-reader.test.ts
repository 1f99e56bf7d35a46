import { expect, test } from 'vitest'
import { type Reading, ScanReader } from './scan-reader.ts'

type Keys = readonly (readonly [key: string, after: number, held?: 'held'])[]

/** Keys with an equal gap in milliseconds. */
const typed = (text: string, gap: number): Keys => [...text].map((key) => [key, gap] as const)

function readAll(keys: Keys): Reading[] {
  const reader = new ScanReader()
  let at = 1000
  return keys.map(([key, after, held]) => {
    at += after
    return reader.read({ key, at, repeat: held !== undefined, modified: false })
  })
}
const codesOf = (keys: Keys) => readAll(keys).flatMap((reading) => (reading.kind === 'code' ? [reading.code] : []))

test.each<[string, Keys, string[]]>([
  ['a reader at 8 ms', [...typed('7501031311309', 8), ['Enter', 8]], ['7501031311309']],
  ['a reader that ends with Tab', [...typed('7501031311309', 8), ['Tab', 8]], ['7501031311309']],
  ['the slowest reader', [...typed('750103', 35), ['Enter', 35]], ['750103']],
  ['letters with Shift', [['Shift', 5], ['A', 5], ['Shift', 5], ...typed('B-1234', 10), ['Enter', 10]], ['AB-1234']],
  ['a hiccup of the computer', [...typed('750', 8), ['1', 130], ...typed('0313', 8), ['Enter', 8]], ['75010313']],
  [
    'two codes at once',
    [...typed('750103', 8), ['Enter', 8], ...typed('111222', 8), ['Enter', 8]],
    ['750103', '111222'],
  ],
  [
    'a code of which the beginning may be missing',
    [...typed('7501', 8), ['0', 300], ...typed('31311309', 8), ['Enter', 8]],
    [],
  ],
  [
    'a code that stumbles after its first key',
    [...typed('7', 8), ['5', 200], ...typed('01031311309', 8), ['Enter', 8]],
    [],
  ],
  ['five characters are none', [...typed('75010', 8), ['Enter', 8]], []],
  ['slower than a reader', [...typed('750103131', 40), ['Enter', 40]], []],
  ['a very fast hand', [...typed('torres', 45), ['Enter', 60]], []],
  [
    'two keys rolled at once by a hand',
    [...typed('to', 12), ...typed('rr', 70), ...typed('es', 15), ['Enter', 90]],
    [],
  ],
  ['somebody who looks before Enter', [...typed('proteina bat', 2), ['Enter', 90]], []],
  ['a hand that sends a pasted or dictated burst later', [...typed('750103', 8), ['Enter', 400]], []],
  [
    'a key that is held',
    [['1', 100], ...typed('1111111', 33).map(([key, gap]) => [key, gap, 'held'] as const), ['Enter', 30]],
    [],
  ],
  ['a burst without an end', [...typed('7501031311309', 8), ['ArrowDown', 8], ['Enter', 8]], []],
])('scan reader: %s', (_, keys, codes) => expect(codesOf(keys)).toEqual(codes))

test.each([60, 160, 300, 450])('scan reader: a burst %i ms after a typed word is a code without that word', (pause) => {
  const readings = readAll([...typed('agua', 90), ['7', pause], ...typed('50103', 8), ['Enter', 8]])
  expect(readings.at(-1)).toMatchObject({ kind: 'code', code: '750103', before: 'agua' })
  // The snapshot is the field before the code's first key.
  expect(readings.map(({ kind }) => kind).lastIndexOf('begins')).toBe(4)
})

test.each([60, 160, 300])('scan reader: a single key %i ms earlier is ambiguous', (pause) => {
  const keys: Keys = [...typed('7', 8), ['5', pause], ...typed('01031', 8), ['Enter', 8]]
  expect(codesOf(keys)).toEqual(pause < 150 ? ['7501031'] : [])
})

test('scan reader: a reader with repeated delays is not taken for a hand', () => {
  const keys: Keys = [...typed('7501', 8), ...typed('031', 60), ...typed('311309', 8), ['Enter', 8]]
  expect(codesOf(keys)).toEqual(['7501031311309'])
})

test('scan reader: a quickly typed word ending is no code', () => {
  expect(codesOf([...typed('protein', 80), ...typed('as', 20), ...typed('oro', 38), ['Enter', 40]])).toEqual([])
  expect(codesOf([...typed('protein', 80), ['a', 90], ...typed('s de o', 30), ['Enter', 50]])).toEqual([])
})

test('scan reader: text typed before a code is reported separately', () => {
  for (const pause of [300, 2000]) {
    const readings = readAll([...typed('3*', 140), ['7', pause], ...typed('50103', 8), ['Enter', 8]])
    expect(readings.at(-1)).toEqual({ kind: 'code', code: '750103', before: '3*' })
  }
})

test('scan reader: uses the times of key presses, not of their events', () => {
  const reader = new ScanReader()
  // A busy computer delivers all keys at once; their timestamps show a hand's pace.
  const heard = [...'torres', 'Enter'].map((key, at) =>
    reader.read({ key, at: at * 120, repeat: false, modified: false }),
  )
  expect(heard.at(-1)).toEqual({ kind: 'nothing' })
})
